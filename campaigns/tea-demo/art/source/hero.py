# A steaming kulhad of tea beside its open pack; HOME writes on the tag: art/hero.avif.
# campaigns/rendering/README.md says how to render it.
from math import radians

import numpy as np
from baked import biscuit, crumbs
from carton import carton, filling
from clay import kulhad, steam
from garden import cardamom, granules, heap, leaf
from mathutils import Euler, Matrix, Vector
from studio import Studio, copy_of
from tag import tag

studio = Studio(720, 300, elevation=16, exposure=0.0)
studio.floor(284, -300, 1000, back=3.4)


def turned(place, x=0, y=0, z=0):
    turn = Euler((radians(x), radians(y), radians(z))).to_matrix().to_4x4()
    return Matrix.Translation(place) @ turn


def build(label):
    pack(label)
    cup = studio.on_floor(410, 284)
    kulhad(turned(cup, z=20) @ Matrix.Scale(1.34, 4))
    wisps = ((392, 140, 0.0, 0.95), (430, 120, 4.2, 0.8), (412, 180, 9.7, 0.65))
    for x, wide, seed, strength in wisps:
        steam(studio, x, 142, wide, 150, -0.15, seed, strength)
    beside()
    tag(studio, (608, 208), 8, '#fbfff6', '#c9683c', knot=(486, 146))
    light()


def pack(label):
    """Open, with the code inside its lid."""
    wide, tall, deep = 1.6, 1.71, 0.88
    place = turned(studio.on_floor(150, 276) + Vector((0, 0.4, 0)), z=-20)
    carton(place, label, wide, tall, deep, lid=0.96)
    granules(filling(place, wide, tall, deep, 2400), seed=3)


def beside():
    mound = studio.on_floor(44, 288)
    granules(heap(mound, 0.5, 1500) + heap(mound + Vector((0.4, -0.2, 0)), 1.2, 180, seed=9))
    for x, y, turn, seed in ((506, 286, 20, 1), (528, 292, -35, 2), (496, 295, 70, 3)):
        place = studio.on_floor(x, y) + Vector((0, 0, 0.07))
        cardamom(turned(place, 20 * seed, 0, turn) @ Matrix.Scale(1.25, 4), seed=seed)
    sprigs = ((10, 288, 55, 10, 0.8), (92, 296, 105, 14, 0.7), (116, 298, 20, 8, 0.6), (672, 290, 120, 10, 0.9), (690, 288, 70, 16, 0.8))
    for x, y, z, tilt, length in sprigs:
        green = leaf(length, seed=z)
        green.matrix_world = turned(studio.on_floor(x, y) + Vector((0, 0, 0.03)), tilt, 0, z)
    best = biscuit('biscuit', radius=0.56, thickness=0.15, seed=11)
    best.matrix_world = turned(studio.on_floor(296, 294) + Vector((0, 0, 0.08)), 3, 2, 30)
    copy_of(best, turned(studio.on_floor(286, 292) + Vector((0, 0.05, 0.24)), 6, -3, 70))
    draw = np.random.default_rng(4)
    places = [studio.on_floor(draw.uniform(226, 400), draw.uniform(288, 299)) for _ in range(30)]
    crumbs([(place, 0.012 + 0.024 * draw.random() ** 3) for place in places])


def light():
    studio.surroundings((0.92, 1.0, 0.88), 0.4)
    studio.light((-5.5, -7, 6.5), 850, 4.0, (1.0, 0.96, 0.88))
    studio.light((5.5, 3.0, 4.5), 950, 2.5, (1.0, 0.75, 0.45), (0, 0, 0))
    studio.light((-6, 3.5, 3.5), 450, 2.0, (1.0, 0.85, 0.6), (-1.5, 0, 0))
    studio.light((5, -9, 2.0), 240, 5.0, (1.0, 0.95, 0.85), (1, 0, 0))
