"""The picture of a round: a chart as a PNG, wide enough for a desktop and readable at a phone's width."""

from __future__ import annotations

from functools import cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from bot.narration.chart import Bar, BarKind, Chart, Row

Colour = tuple[int, int, int]

_WIDTH = 960
"""Pixels; a phone shows it at about a third, so nothing in it is smaller than three of its pixels."""
_NAMES = 236
_EDGE = 22
_HEAD = 84
_ROW = 58
_FOOT = 20

_GROUND: Colour = (30, 31, 36)
_BAND: Colour = (39, 41, 48)
_LINE: Colour = (64, 67, 77)
_TEXT: Colour = (236, 237, 240)
_FAINT: Colour = (160, 164, 175)
_DELAY: Colour = (217, 119, 6)
_LOST: Colour = (255, 214, 214)

_FILL: dict[BarKind, Colour] = {
    "move": (84, 110, 150),
    "cast": (124, 77, 200),
    "shoot": (21, 128, 110),
    "fight": (170, 62, 62),
    "act": (112, 104, 80),
}
"""Colours of bars; each has its word in it or its row in the text, so that none speaks alone."""

_FACES = ("NotoSans-Regular.ttf", "DejaVuSans.ttf")
"""Faces with more of the world's letters than the one that comes with Pillow, where the machine has them."""


@cache
def _face(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    for name in _FACES:
        try:
            return ImageFont.truetype(name, size)
        except OSError:
            continue
    return ImageFont.load_default(size)


@cache
def _missing() -> bytes:
    """What the face draws for a sign it does not have."""
    return bytes(_face(30).getmask("\uffff"))


def _drawable(name: str) -> str:
    """The name without the signs the face cannot draw; the picture's description has it whole."""
    return "".join(c for c in name if c.isascii() or bytes(_face(30).getmask(c)) != _missing()).strip()


def draw(chart: Chart) -> bytes:
    """The chart as a PNG file."""
    height = _HEAD + _ROW * len(chart.rows) + _FOOT + (_ROW if chart.more else 0)
    image = Image.new("RGB", (_WIDTH, height), _GROUND)
    _Sheet(ImageDraw.Draw(image), chart).all()
    out = BytesIO()
    image.quantize(colors=64, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(out, "PNG")
    return out.getvalue()


class _Sheet:
    """One chart being drawn. Lengths are in pixels of the finished picture."""

    def __init__(self, pen: ImageDraw.ImageDraw, chart: Chart) -> None:
        self._pen = pen
        self._chart = chart
        self._column = (_WIDTH - _NAMES - _EDGE) / len(chart.columns)

    def all(self) -> None:
        """Heading, grid, and a row for each."""
        self._write(_EDGE, _HEAD - 38, self._chart.title, 26, _FAINT)
        for place, label in enumerate(self._chart.columns):
            self._heading(place, label)
        for place, row in enumerate(self._chart.rows):
            self._row(place, row)
        for place in {place for place, _ in self._chart.pins}:
            self._pin(place)
        if self._chart.more:
            top = _HEAD + _ROW * len(self._chart.rows)
            self._write(_EDGE, top + _ROW / 2, f"and {self._chart.more} more", 26, _FAINT)

    def _heading(self, place: int, label: str) -> None:
        letter, _, rank = label.partition("\n")
        middle = self._x(place) + self._column / 2
        self._write(middle, _HEAD - 38, self._fitting(letter, 28, self._column), 28, _TEXT, "mm")
        if rank:
            self._write(middle, _HEAD - 14, rank, 17, _FAINT, "mm")

    def _pin(self, place: int) -> None:
        """A mark that points at the column from above."""
        x = self._x(place) + self._column / 2
        self._pen.polygon(((x - 11, 6), (x + 11, 6), (x, 25)), fill=_TEXT)

    def _row(self, place: int, row: Row) -> None:
        top = _HEAD + place * _ROW
        if place % 2 == 0:
            self._box(0, top, _WIDTH, top + _ROW, _BAND)
        for column in range(len(self._chart.columns)):
            x = self._x(column)
            self._line((x, top, x, top + _ROW), _LINE, 1)
        name = self._fitting(_drawable(row.name) or f"№ {place + 1}", 30, _NAMES - _EDGE - 14)
        self._write(_EDGE, top + _ROW / 2, name, 30, _FAINT if row.down is not None else _TEXT)
        if row.delay:
            self._delay(top, row.delay)
        for bar in row.bars:
            self._bar(top, bar)
        if row.down is not None:
            self._down(top, row.down)

    def _delay(self, top: float, columns: int) -> None:
        left, right = self._x(0) + 4, self._x(columns) - 4
        middle = top + _ROW / 2
        self._line((left, middle, right, middle), _DELAY, 4)
        for x in (left, right):
            self._line((x, middle - 10, x, middle + 10), _DELAY, 4)
        if right - left > self._wide("Delay", 22) + 24:
            half = self._wide("Delay", 22) / 2 + 8
            centre = (left + right) / 2
            self._box(centre - half, middle - 14, centre + half, middle + 14, _GROUND, 8)
            self._write(centre, middle, "Delay", 22, _DELAY, "mm")

    def _bar(self, top: float, bar: Bar) -> None:
        left, right = self._x(bar.first) + 3, self._x(bar.last + 1) - 3
        middle, colour = top + _ROW / 2, _FILL[bar.kind]
        if bar.instant:
            # What takes no time is a small lozenge at the end of its column.
            x = right - 10
            points = ((x, middle - 14), (x + 10, middle), (x, middle + 14), (x - 10, middle))
            self._pen.polygon(points, fill=_TEXT)
            return
        self._box(left, top + 9, right, top + _ROW - 9, colour, 9)
        if bar.before:
            self._arrow(left + 2, middle, -1)
        if bar.end == "onward":
            self._arrow(right - 2, middle, 1)
        if bar.end == "lost":
            self._cross(right - 16, middle)
        room = right - left - (34 if bar.end == "lost" else 8)
        centre = (left + right - (22 if bar.end == "lost" else 0)) / 2
        if (size := next((s for s in (24, 19) if self._wide(bar.word, s) <= room), None)) is not None:
            self._write(centre, middle, bar.word, size, _TEXT, "mm")

    def _arrow(self, x: float, y: float, way: int) -> None:
        points = ((x + 12 * way, y), (x - 4 * way, y - 14), (x - 4 * way, y + 14))
        self._pen.polygon(points, fill=_TEXT)

    def _cross(self, x: float, y: float) -> None:
        for way in (1, -1):
            self._line((x - 9, y - 9 * way, x + 9, y + 9 * way), _LOST, 5)

    def _down(self, top: float, column: int) -> None:
        self._cross(self._x(column + 1) - 14, top + _ROW / 2)

    # --- strokes ------------------------------------------------------------------------------------

    def _x(self, column: int) -> float:
        return _NAMES + column * self._column

    def _box(
        self, left: float, top: float, right: float, bottom: float, fill: Colour, round_: float = 0
    ) -> None:
        corners = (left, top, max(right, left + 2), bottom)
        self._pen.rounded_rectangle(corners, radius=round_, fill=fill)

    def _line(self, ends: tuple[float, float, float, float], fill: Colour, width: int) -> None:
        self._pen.line(ends, fill=fill, width=width)

    def _write(self, x: float, y: float, text: str, size: int, fill: Colour, anchor: str = "lm") -> None:
        self._pen.text((x, y), text, font=_face(size), fill=fill, anchor=anchor)

    def _wide(self, text: str, size: int) -> float:
        return float(self._pen.textlength(text, font=_face(size)))

    def _fitting(self, text: str, size: int, room: float) -> str:
        if self._wide(text, size) <= room:
            return text
        while text and self._wide(f"{text}…", size) > room:
            text = text[:-1]
        return f"{text.rstrip()}…"
