"""Pictures read back: the texts and shapes of a figure."""

import re
from html import unescape

from matplotlib.figure import Figure


def sheet(draw, heading, *data, **how):
    """A picture on a figure of its own."""
    found = draw(heading, *data, **how)
    assert isinstance(found, Figure)
    return found


def readable(figure):
    """The texts that can be read on a figure, once it is laid out."""
    figure.draw_without_rendering()
    found = list(figure.texts)
    for axes in figure.axes:
        found += [*axes.texts, axes.title, axes.xaxis.label, axes.yaxis.label]
        found += [label for axis in (axes.xaxis, axes.yaxis) for label in shown_labels(axis)]
        legend = axes.get_legend()
        found += legend.get_texts() if legend else []
    return [text for text in found if text.get_visible() and text.get_text().strip()]


def shown_labels(axis):
    """The labels of those ticks that are in view."""
    low, high = sorted(axis.get_view_interval())
    room = 1e-9 * (high - low)
    ticks = [tick for tick in axis.get_major_ticks() if low - room <= tick.get_loc() <= high + room]
    return [label for tick in ticks for label in (tick.label1, tick.label2) if label.get_visible()]


def texts(figure):
    return [text.get_text() for text in readable(figure)]


def tick_labels(axis):
    axis.get_figure().draw_without_rendering()
    return [label.get_text() for label in shown_labels(axis) if label.get_text()]


def svg_words(path):
    """The text elements of an SVG file."""
    content = path.read_text(encoding="utf-8")
    return [unescape(word) for word in re.findall(r"<text[^>]*>([^<]+)</text>", content)] + [
        unescape(word) for word in re.findall(r"<tspan[^>]*>([^<]+)</tspan>", content)
    ]


def overlapping(figure, axes):
    """Pairs of texts on those axes that lie on each other."""
    figure.draw_without_rendering()
    renderer = figure.canvas.get_renderer()
    shown = [text for text in axes.texts if text.get_text().strip()]
    boxes = [(text.get_text(), text.get_window_extent(renderer)) for text in shown]
    return [
        (one, other)
        for k, (one, box) in enumerate(boxes)
        for other, second in boxes[k + 1 :]
        if box.x0 < second.x1 and second.x0 < box.x1 and box.y0 < second.y1 and second.y0 < box.y1
    ]


def beyond(figure):
    """Texts that reach beyond the edge of the picture."""
    boxes = [(text.get_text(), text.get_window_extent()) for text in readable(figure)]
    width, height = figure.bbox.width + 1, figure.bbox.height + 1
    return [text for text, box in boxes if box.x0 < -1 or box.y0 < -1 or box.x1 > width or box.y1 > height]
