"""Scenes as drawings: plain SVG, for notebooks and reports."""

from __future__ import annotations

from html import escape
from typing import Any

INK = {"red": "#a4372a", "blue": "#2b5a8c"}
GROUND = {
    "rough": "#d8cda6",
    "marsh": "#b9c9b3",
    "field": "#e2d58f",
    "wood": "#8fae7c",
    "dense_wood": "#6d9161",
    "hill": "#d9c08f",
    "river": "#9cc3d6",
    "road": "#cdbb99",
    "town": "#c9b1a0",
    "water": "#9cc3d6",
    "impassable": "#a9a39a",
    "wall": "#8d857a",
    "camp": "#cdb38b",
}
#: The longer side of a drawing, in pixels.
SIZE = 800.0


def svg(scene: dict[str, Any]) -> str:
    """A scene as SVG."""
    table = scene["table"]
    width, height = table["width"], table["height"]
    areas = {area["id"]: area for area in scene.get("areas", [])}
    reserves = [area for area in areas.values() if area["reserve"]]
    left = min([table["left"], *(area["left"] for area in reserves)])
    bottom = min([table["bottom"], *(area["bottom"] for area in reserves)])
    right = max([table["left"] + width, *(area["left"] + area["width"] for area in reserves)])
    top = max([table["bottom"] + height, *(area["bottom"] + area["height"] for area in reserves)])
    scale = SIZE / max(right - left, top - bottom)
    pen = _Pen(left, top, scale)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {(right - left) * scale:.1f} '
        f'{(top - bottom) * scale + 24:.1f}" font-family="sans-serif" font-size="10">',
        f"<title>{escape(scene['title'])}</title>",
        pen.block(table["left"], table["bottom"], width, height, "#eee6cf", "#6b6250"),
    ]
    for area in areas.values():
        block = (area["left"], area["bottom"], area["width"], area["height"])
        out.append(pen.block(*block, "#e4dcc6" if area["reserve"] else "none", "#b5aa8f"))
        out.append(pen.text(area["left"], area["bottom"] + area["height"], area["name"], dx=3, dy=11))
    for ground in scene["terrain"]:
        out.append(pen.ground(ground, areas))
    pieces = [(base, base["shape"]) for base in scene["bases"]]
    pieces += [(leader, {"disc": {"radius": leader["radius"]}}) for leader in scene["leaders"]]
    laid = _laid_out(pieces, areas)
    for (piece, shape), place in zip(pieces, laid):
        out.append(pen.piece(piece, shape, *place))
    told = f"{scene['turn']['says']}: {' against '.join(side['name'] for side in scene['sides'])}"
    out.append(f'<text x="3" y="{(top - bottom) * scale + 16:.1f}">{escape(told)}</text></svg>')
    return "\n".join(out)


def _laid_out(pieces: list[Any], areas: dict[str, Any]) -> list[tuple[float, float, float]]:
    """Where pieces are drawn: those that have only an area stand there in rows, each side on its own half."""
    rows: dict[tuple[str, str], int] = {}
    places = []
    for piece, _ in pieces:
        at = piece["at"]
        if "pose" in at:
            pose = at["pose"]
            places.append((pose["x"], pose["y"], pose["facing"]))
            continue
        area, facing = areas[at["area"]["area"]], at["area"]["facing"]
        number = rows.get((area["id"], piece["seat"]), 0)
        rows[area["id"], piece["seat"]] = number + 1
        across = max(int(area["width"] // 6.6), 1)
        column, row = number % across, number // across
        x = area["left"] + (column + 0.5) * area["width"] / across
        deep = 4.0 + 4.2 * row
        south = facing == 0.0
        y = area["bottom"] + deep if south else area["bottom"] + area["height"] - deep
        places.append((x, y, facing))
    return places


class _Pen:
    """Draws in the units of the table, north up."""

    def __init__(self, left: float, top: float, scale: float) -> None:
        self.left, self.top, self.scale = left, top, scale

    def at(self, x: float, y: float) -> tuple[float, float]:
        return (x - self.left) * self.scale, (self.top - y) * self.scale

    def block(self, left: float, bottom: float, width: float, height: float, fill: str, line: str) -> str:
        x, y = self.at(left, bottom + height)
        size = f'width="{width * self.scale:.1f}" height="{height * self.scale:.1f}"'
        return f'<rect x="{x:.1f}" y="{y:.1f}" {size} fill="{fill}" stroke="{line}"/>'

    def text(self, x: float, y: float, words: str, dx: float = 0.0, dy: float = 0.0) -> str:
        x, y = self.at(x, y)
        return f'<text x="{x + dx:.1f}" y="{y + dy:.1f}" fill="#7a705c">{escape(words)}</text>'

    def ground(self, ground: dict[str, Any], areas: dict[str, Any]) -> str:
        lies, fill = ground["lies"], GROUND[ground["kind"]]
        title = f"<title>{escape(ground['says'])}</title>"
        if "along" in lies:
            line = " ".join("{:.1f},{:.1f}".format(*self.at(*spot)) for spot in lies["along"]["line"])
            width = max(lies["along"]["width"] * self.scale, 2.0)
            style = f'fill="none" stroke="{fill}" stroke-width="{width:.1f}"'
            return f'<polyline points="{line}" {style}>{title}</polyline>'
        if "outline" in lies:
            outline = " ".join("{:.1f},{:.1f}".format(*self.at(*spot)) for spot in lies["outline"])
            return f'<polygon points="{outline}" fill="{fill}" opacity="0.8">{title}</polygon>'
        area = areas[lies["in"]]
        x, y = self.at(area["left"] + area["width"] / 2, area["bottom"] + area["height"] / 2)
        reach = 0.3 * self.scale
        size = f'rx="{area["width"] * reach:.1f}" ry="{area["height"] * reach:.1f}"'
        return f'<ellipse cx="{x:.1f}" cy="{y:.1f}" {size} fill="{fill}" opacity="0.8">{title}</ellipse>'

    def piece(self, piece: dict[str, Any], shape: dict[str, Any], x: float, y: float, facing: float) -> str:
        x, y = self.at(x, y)
        ink = INK[piece["seat"]]
        title = f"<title>{escape(piece['spoken'])}</title>"
        if "disc" in shape:
            radius = shape["disc"]["radius"] * self.scale
            return (
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{ink}" fill-opacity="0.25" '
                f'stroke="{ink}">{title}</circle>'
            )
        width = shape["rectangle"]["width"] * self.scale
        depth = shape["rectangle"]["depth"] * self.scale
        pips = piece["pips"]
        strong = 0.25 + 0.6 * pips["left"] / max(pips["full"], 1)
        return (
            f'<g transform="translate({x:.1f} {y:.1f}) rotate({facing:.1f})">{title}'
            f'<rect x="{-width / 2:.1f}" y="{-depth / 2:.1f}" width="{width:.1f}" height="{depth:.1f}" '
            f'fill="{ink}" fill-opacity="{strong:.2f}" stroke="{ink}"/>'
            f'<path d="M{-width / 2:.1f} {-depth / 2:.1f}H{width / 2:.1f}" stroke="#2a241c" stroke-width="2"/>'
            f"</g>"
        )
