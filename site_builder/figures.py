"""A chart on a page: static picture, live specification beside it, table twin."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import pandas as pd
from markupsafe import Markup

from site_builder.charts import chart
from site_builder.render import picture, spec, spec_bytes
from site_builder.rendering import DASH, environment, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from site_builder.charts import Chart

    Rows = Sequence[tuple[Any, ...]]

_TWIN_ROWS = 200


@dataclass
class Figures:
    """Collects the specifications that the pages refer to.

    Attributes:
        files: path below the site's root -> bytes.
    """

    files: dict[str, bytes] = field(default_factory=dict)

    def place(self, chart_id: str, frame: pd.DataFrame, root: str, name: str | None = None) -> Markup:
        """The HTML of a figure.

        Args:
            chart_id: which chart.
            frame: its rows.
            root: from the page to the site's root.
            name: of the file, where a chart stands on several pages.
        """
        item = chart(chart_id)
        path = f"charts/{name or chart_id}.json"
        made = spec(item, frame)
        self.files[path] = spec_bytes(made)
        drawn = picture(item, frame, known=made)
        drawing = Markup(drawn.svg)  # noqa: S704 - made by vl_convert, its texts escaped
        html = environment().get_template("board/figure.html").render(
            spec=root + path, svg=drawing, chart=item, twin=_twin(item, frame), rows=drawn.rows, total=drawn.rows_total
        )  # fmt: skip
        return Markup(html)  # noqa: S704 - an autoescaped template

    def place_rows(self, chart_id: str, rows: Rows, columns: Sequence[str], root: str) -> Markup:
        """The HTML of a figure that stands on every result: the rows in the page, the specification shared with other pages.

        Args:
            chart_id: a chart with a form.
            rows: of the run.
            columns: their names.
            root: from the page to the site's root.
        """
        item = chart(chart_id)
        if not rows or item.form is None or item.sketch is None:
            return Markup("")
        path = self._form(item, item.form(rows), rows, columns)
        html = environment().get_template("board/run_figure.html").render(
            spec=root + path, chart=item, svg=Markup(item.sketch(rows)), rows=Markup(_data_block(rows, columns))  # noqa: S704 - escaped there
        )  # fmt: skip
        return Markup(html)  # noqa: S704 - an autoescaped template

    def _form(self, item: Chart, form: str, rows: Rows, columns: Sequence[str]) -> str:
        path = f"charts/{item.id}-{sha256(form.encode()).hexdigest()[:8]}.json"
        if path not in self.files:
            made = spec(item, pd.DataFrame(rows, columns=list(columns)))
            shared = {**made, "datasets": {}, "description": item.title, "usermeta": {"twin": item.twin}}
            self.files[path] = spec_bytes(shared)
        return path


def _data_block(rows: Rows, columns: Sequence[str]) -> str:
    """JSON that is safe inside a script element: seven significant digits, no ``<``."""
    short = [[float(f"{value:.7g}") if isinstance(value, float) else value for value in row] for row in rows]
    text = json.dumps({"columns": list(columns), "rows": short}, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")


def _cell(value: Any) -> str:  # noqa: ANN401
    if value is None or pd.isna(value):
        return DASH
    if isinstance(value, bool):
        return "yes" if value else "no"
    return shown(float(value)) if isinstance(value, (int, float)) else str(value)


def _twin(item: Chart, frame: pd.DataFrame) -> tuple[list[str], list[list[str]]]:
    columns = [(name, heading) for name, heading in item.twin if name in frame.columns]
    cut = frame[[name for name, _ in columns]].head(_TWIN_ROWS)
    return [heading for _, heading in columns], [[_cell(value) for value in row] for row in cut.itertuples(index=False)]
