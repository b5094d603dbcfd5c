"""A chart on a page: static picture, live specification beside it, table twin."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pandas as pd
from markupsafe import Markup

from site_builder.charts import chart
from site_builder.render import picture, spec_json
from site_builder.rendering import DASH, environment, shown

if TYPE_CHECKING:
    from site_builder.charts import Chart

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
        self.files[path] = spec_json(item, frame)
        drawn = picture(item, frame)
        drawing = Markup(drawn.svg)  # noqa: S704 - made by vl_convert, its texts escaped
        html = environment().get_template("board/figure.html").render(
            spec=root + path, svg=drawing, chart=item, twin=_twin(item, frame), rows=drawn.rows, total=drawn.rows_total
        )  # fmt: skip
        return Markup(html)  # noqa: S704 - an autoescaped template


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
