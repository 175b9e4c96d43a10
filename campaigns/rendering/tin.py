# An open tin with its lid beside it.
import numpy as np
from mathutils import Matrix

from bottle import lathe, wrap
from studio import linear, plain, turned


def tin(place, label, radius=1.0, height=1.15, colour='#8c1b13', inside='#e9d9b4'):
    """Empty; the print of the pack is around it."""
    body = [(0, 0), (radius - 0.03, 0), (radius, 0.03), (radius, height - 0.02), (radius - 0.02, height)]
    made = lathe('tin', np.array(body), place, 200)
    made.data.materials.append(plain('tin', linear(colour), 0.3, 0.4, 0.5))
    hollow = [(radius - 0.02, height), (radius - 0.05, height - 0.03), (radius - 0.05, 0.06), (0, 0.06)]
    made = lathe('hollow', np.array(hollow), place, 200)
    made.data.materials.append(plain('hollow', linear(inside), 0.3, 0.7))
    wrap(place, label, 0.12, height - 0.12, radius + 0.004, 0.29)
    lid = [(0, 0.14), (radius - 0.05, 0.14), (radius + 0.01, 0.1), (radius + 0.03, 0), (radius + 0.01, 0), (radius - 0.02, 0.1), (0, 0.12)]
    leaning = place @ turned((1.35, 0.15, radius * 0.86), 0, 64, 0)
    made = lathe('lid', np.array(lid), leaning, 200)
    made.data.materials.append(plain('lid', linear(colour), 0.3, 0.4, 0.5))
