# The pack of biscuits, torn open, before the wheel: art/hero.avif.
# campaigns/rendering/README.md says how it is rendered.
from math import radians

import numpy as np
from baked import biscuit, broken, crumbs
from film import torn_roll
from mathutils import Euler, Matrix, Vector
from studio import Studio, copy_of
from wheel import wheel

studio = Studio(720, 260)
FLOOR_Y = 247
studio.floor(FLOOR_Y, -80, 430, back=3.0)


def turned(place, x=0, y=0, z=0):
    turn = Euler((radians(x), radians(y), radians(z))).to_matrix().to_4x4()
    return Matrix.Translation(place) @ turn


def build(label):
    best = biscuit('biscuit', seed=11)
    other = biscuit('other', seed=23)
    pack(label, best, other)
    front(best, other)
    scatter()
    hub = copy_of(best, Matrix.Scale(76, 4))
    wheel(
        studio,
        centre=(590, 272),
        radius={'rim': 187, 'face': 161.8, 'pegs': 176.3, 'hub': 54.1},
        colours={
            'rim': '#dd9c50',
            'crust': '#8a4f20',
            'line': '#fff3dc',
            'hub': '#fff3dc',
            'pointer': '#ffb52e',
        },
        faces=[(0, 60, '#ffeec8'), (60, 120, '#ffb52e'), (120, 180, '#ff8c75')],
        lobes=44,
        hub=hub,
    )
    light()


def pack(label, best, other):
    roll = torn_roll('pack', label)
    place = turned(studio.at(152, 152, 0.35), 0, -9, -27) @ Matrix.Scale(1.34, 4)
    roll.matrix_world = place
    # The roll of biscuits inside, the last ones sliding out.
    slots = [(0.42 + 0.155 * at, 0.0, 0.0, 0.0) for at in range(5)]
    slots += [(1.2, -0.02, 4, 3), (1.375, -0.05, 9, 5), (1.555, -0.09, 17, 8)]
    for at, (x, z, lean, twist) in enumerate(slots):
        inner = turned((x, 0, z), 0, 90 + lean, twist) @ Matrix.Rotation(at * 1.3, 4, 'Z')
        copy_of(best if at % 2 else other, place @ inner)


def front(best, other):
    # Leaning, to show its face.
    leaning = turned(studio.on_floor(388, 254) + Vector((0, -0.1, 0.8)), 72, 0, 9)
    best.matrix_world = leaning @ Matrix.Rotation(radians(12), 4, 'Z') @ Matrix.Scale(1.42, 4)
    low = studio.on_floor(474, 258)
    for at in range(2):
        flat = turned(low + Vector((0.03 * at, -0.25, 0.085 + 0.17 * at)), 2 * at, -3 * at, 40 * at)
        copy_of(other, flat @ Matrix.Scale(1.16, 4))
    half = biscuit('half', seed=31)
    half.matrix_world = turned(studio.on_floor(268, 261) + Vector((0, -0.3, 0.12)), 12, 5, -20) @ Matrix.Scale(1.3, 4)
    broken(half, radians(35))
    other.hide_render = True


def scatter():
    draw = np.random.default_rng(2)
    places = []
    for _ in range(70):
        x, y = draw.uniform(170, 560), draw.uniform(249, 262)
        places.append((studio.on_floor(x, y), 0.012 + 0.036 * draw.random() ** 3))
    # Crumbs falling from the torn end.
    for x, y, size in ((352, 52, 0.03), (374, 68, 0.018), (396, 56, 0.036), (336, 44, 0.016),
                       (414, 74, 0.02), (428, 96, 0.016), (382, 40, 0.014)):
        places.append((studio.at(x, y, -0.3), size))
    crumbs(places)


def light():
    studio.surroundings((1.0, 0.86, 0.74), 0.35)
    studio.light((-5.5, -7, 6.5), 900, 4.0, (1.0, 0.95, 0.88))
    studio.light((5.5, 3.0, 5.0), 900, 2.5, (1.0, 0.72, 0.42), (0, 0, 0))
    studio.light((-6, 3.5, 3.0), 420, 2.0, (1.0, 0.78, 0.5), (-1.5, 0, 0))
    studio.light((5, -9, 2.5), 420, 4.0, (1.0, 0.94, 0.86), (1.5, 0, 0))
