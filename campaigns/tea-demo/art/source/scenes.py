# A kulhad of tea and its open pack: steaming, with the code, spilt, and empty.
# campaigns/rendering/README.md says how each is rendered.
from math import radians

import numpy as np
import wheel as wheels
from baked import biscuit, crumbs
from mathutils import Matrix, Vector
from packs import carton, filling
from phone import phone
from studio import copy_of, turned
from tag import tag
from tea import cardamom, granules, heap, kulhad, leaf, spilt, steam

SHAPES = {
    'hero': {'width': 720, 'height': 300, 'elevation': 16},
    'closed': {'elevation': 24},
}


def hero(studio, label):
    studio.floor(284, -300, 1000, back=3.4)
    pack(studio.on_floor(150, 276) + Vector((0, 0.4, 0)), label)
    cup = studio.on_floor(410, 284)
    kulhad(turned(cup, z=20) @ Matrix.Scale(1.34, 4))
    wisps = ((392, 140, 0.0, 0.95), (430, 120, 4.2, 0.8), (412, 180, 9.7, 0.65))
    for x, wide, seed, strength in wisps:
        steam(studio, x, 142, wide, 150, -0.15, seed, strength)
    beside(studio)
    tag(studio, (608, 208), 8, '#fbfff6', '#c9683c', knot=(486, 146))
    light(studio)


def scan(studio, label):
    studio.floor(384, -300, 1000, back=3.4)
    pack(studio.on_floor(282, 372) + Vector((0, 0.4, 0)), label, 1.32)
    spread(studio, ((150, 372, 95, 14, 0.9), (172, 388, 40, 10, 0.8), (430, 394, 100, 12, 0.8)))
    phone(studio, (520, 214), 10, '#d99a2b', depth=-1.0, height=290)
    light(studio)


def mishap(studio, label):
    studio.floor(330, -300, 1000, back=3.4)
    pack(studio.on_floor(214, 318) + Vector((0, 0.6, 0)), label, 1.02)
    lying = turned(studio.on_floor(334, 340) + Vector((0, 0, 0.63)), z=-24) @ turned((0, 0, 0), y=78)
    kulhad(lying @ Matrix.Scale(1.6, 4), is_full=False)
    spilt(turned(studio.on_floor(430, 372), z=-12), 2.2, 1.4)
    spread(studio, ((120, 376, 95, 14, 0.9), (146, 390, 40, 10, 0.8)))
    biscuits(studio, (296, 396))
    light(studio)


def closed(studio, label):
    studio.floor(330, -300, 1000, back=3.4)
    place = turned(studio.on_floor(278, 366) + Vector((0, 0.5, 0)), x=-24, z=-14) @ Matrix.Scale(1.5, 4)
    carton(place, label, 1.6, 1.71, 0.06, lid=0.96, lean=176)
    kulhad(turned(studio.on_floor(476, 372), z=20) @ Matrix.Scale(1.6, 4), is_full=False)
    spread(studio, ((140, 366, 95, 14, 0.9), (164, 384, 40, 10, 0.8)))
    light(studio)


def wheel(studio, label):
    colours = {'rim': '#f2c35b', 'crust': '#8a6417', 'line': '#f4fbee', 'hub': '#f4fbee'}
    kulhad(wheels.frame(studio, colours, lobes=20) @ Matrix.Diagonal((0.92, 0.92, 0.3, 1)))
    light(studio)


def pack(at, label, size=1.0):
    """Open, with the code inside its lid."""
    place = turned(at, z=-20) @ Matrix.Scale(size, 4)
    carton(place, label, 1.6, 1.71, 0.88, lid=0.96)
    granules(filling(place, 1.6, 1.71, 0.88, 2400), seed=3)


def beside(studio):
    mound = studio.on_floor(44, 288)
    granules(heap(mound, 0.5, 1500) + heap(mound + Vector((0.4, -0.2, 0)), 1.2, 180, seed=9))
    for x, y, turn, seed in ((506, 286, 20, 1), (528, 292, -35, 2), (496, 295, 70, 3)):
        place = studio.on_floor(x, y) + Vector((0, 0, 0.07))
        cardamom(turned(place, 20 * seed, 0, turn) @ Matrix.Scale(1.25, 4), seed=seed)
    spread(studio, ((10, 288, 55, 10, 0.8), (92, 296, 105, 14, 0.7), (116, 298, 20, 8, 0.6), (672, 290, 120, 10, 0.9), (690, 288, 70, 16, 0.8)))
    biscuits(studio, (296, 294))
    draw = np.random.default_rng(4)
    places = [studio.on_floor(draw.uniform(226, 400), draw.uniform(288, 299)) for _ in range(30)]
    crumbs([(place, 0.012 + 0.024 * draw.random() ** 3) for place in places])


def spread(studio, leaves):
    for x, y, z, tilt, length in leaves:
        green = leaf(length, seed=z)
        green.matrix_world = turned(studio.on_floor(x, y) + Vector((0, 0, 0.03)), tilt, 0, z)


def biscuits(studio, at):
    best = biscuit('biscuit', radius=0.56, thickness=0.15, seed=11)
    place = studio.on_floor(*at)
    best.matrix_world = turned(place + Vector((0, 0, 0.08)), 3, 2, 30)
    copy_of(best, turned(place + Vector((-0.1, 0.1, 0.24)), 6, -3, 70))


def light(studio):
    studio.scene.view_settings.exposure = 0.0
    studio.surroundings((0.92, 1.0, 0.88), 0.4)
    studio.light((-5.5, -7, 6.5), 850, 4.0, (1.0, 0.96, 0.88))
    studio.light((5.5, 3.0, 4.5), 950, 2.5, (1.0, 0.75, 0.45), (0, 0, 0))
    studio.light((-6, 3.5, 3.5), 450, 2.0, (1.0, 0.85, 0.6), (-1.5, 0, 0))
    studio.light((5, -9, 2.0), 240, 5.0, (1.0, 0.95, 0.85), (1, 0, 0))
