"""Speed-up over one device by number of devices, with the ideal line and the expectation of 2019."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import altair as alt

from site_builder.charts._chart import Chart, extremes
from site_builder.charts.theme import INK, data, finish, hardware_colour, hardware_shape, linear_axis, sentence, tips

if TYPE_CHECKING:
    import pandas as pd

_COLUMNS = ("hardware_id", "hardware", "label", "label_side", "device_count", "speedup", "efficiency", "slower_than_one")
WIDEST = 24
EXPECTED_2019 = ((1, 1.0), (2, 1.9), (3, 2.8), (4, 3.5))
"""Speed-up of convolutional nets on 1 to 4 GPUs as expected by T. Dettmers, "Which GPU for deep learning" (April 2019)."""


def chart(frame: pd.DataFrame) -> Any:  # noqa: ANN401 - Altair has no types here
    """Speed-up over one device by number of devices, with the ideal line and the expectation of 2019."""
    if frame.empty or frame["device_count"].max() <= 1:
        return sentence("Nobody measured this on one and on several devices yet.")
    drawn = _widest(frame)
    most = int(drawn["device_count"].max())
    base = alt.Chart().encode(
        x=alt.X(
            "device_count:Q",
            title="Devices",
            scale=alt.Scale(domain=[1, most * 1.4], nice=False),
            axis=alt.Axis(tickMinStep=1, format="d"),
        ),
        y=linear_axis(alt.Y, "speedup", "Times as fast as one device"),
        color=hardware_colour(drawn),
    )
    told = tips(
        ("hardware:N", "Hardware"), ("device_count:Q", "Devices"), ("speedup:Q", "Speed-up"), ("efficiency:Q", "Efficiency"),
        ("slower_than_one:N", "Slower than one"),
    )  # fmt: skip
    points = base.mark_point(filled=True, size=80).encode(shape=hardware_shape(drawn), tooltip=told)
    names = base.transform_filter("isString(datum.label_side)").mark_text(align="left", dx=8, limit=140).encode(text="label:N")
    note = None if len(drawn) == len(frame) else f"The {WIDEST} hardware with most counts of devices; the table has more."
    return finish(alt.layer(*_expected(most), base.mark_line(), points, names, data=data(drawn, _COLUMNS)), note=note)


def _widest(frame: pd.DataFrame) -> pd.DataFrame:
    """The hardware measured on most counts of devices: more lines than these cannot be told apart."""
    counts = frame.groupby("hardware_id")["device_count"].nunique().sort_values(ascending=False, kind="stable")
    return frame if len(counts) <= WIDEST else frame[frame["hardware_id"].isin(counts.index[:WIDEST])]


def _expected(most: int) -> list[Any]:
    rows = [{"device_count": count, "speedup": count, "line": "ideal"} for count in (1, most)]
    rows += [{"device_count": count, "speedup": value, "line": "expected in 2019 (CNN)"} for count, value in EXPECTED_2019 if count <= most]
    base = alt.Chart(alt.Data(values=rows)).encode(x="device_count:Q", y="speedup:Q")
    dash = alt.StrokeDash(
        "line:N",
        scale=alt.Scale(domain=["ideal", "expected in 2019 (CNN)"], range=[[2, 3], [7, 3]]),
        legend=alt.Legend(symbolStrokeColor=INK),
    )
    return [base.mark_line(color=INK, opacity=0.5).encode(strokeDash=dash)]


CHART = Chart(
    id="scaling",
    title="How much faster several devices are than one",
    needs="scaling",
    columns=("hardware_id", "hardware", "device_count", "speedup", "efficiency", "slower_than_one"),
    twin=(
        ("hardware", "Hardware"),
        ("device_count", "Devices"),
        ("train_seconds", "Time (s)"),
        ("speedup", "Speed-up"),
        ("efficiency", "Efficiency"),
        ("slower_than_one", "Slower than one"),
    ),
    draw=chart,
    words=lambda frame: (
        "Speed-up by number of devices. " + extremes(frame[frame["device_count"] > 1], "hardware", "efficiency", "efficiency")
    ),
)
