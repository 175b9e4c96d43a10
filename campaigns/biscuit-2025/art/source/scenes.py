# The pack of biscuits, torn open: before the wheel, with its code, and when something went wrong.
# campaigns/rendering/README.md says how each is rendered.
from math import radians

import numpy as np
from baked import biscuit, broken, crumbs
from mathutils import Matrix, Vector
from packs import tin, torn_roll
from phone import code, phone, round_x
from studio import copy_of, turned
import wheel as wheels

SHAPES = {'hero': {'width': 720, 'height': 260}}
TRIM = {
    'rim': '#dd9c50',
    'crust': '#8a4f20',
    'line': '#fff3dc',
    'hub': '#fff3dc',
    'pointer': '#ffb52e',
}


def hero(studio, label):
    studio.floor(247, -80, 430, back=3.0)
    best, other = biscuits()
    pack(studio.at(152, 152, 0.35), label, best, other)
    # Leaning, to show its face.
    leaning = turned(studio.on_floor(388, 254) + Vector((0, -0.1, 0.8)), 72, 0, 9)
    best.matrix_world = leaning @ Matrix.Rotation(radians(12), 4, 'Z') @ Matrix.Scale(1.42, 4)
    low = studio.on_floor(474, 258)
    for at in range(2):
        flat = turned(low + Vector((0.03 * at, -0.25, 0.085 + 0.17 * at)), 2 * at, -3 * at, 40 * at)
        copy_of(other, flat @ Matrix.Scale(1.16, 4))
    half(turned(studio.on_floor(268, 261) + Vector((0, -0.3, 0.12)), 12, 5, -20) @ Matrix.Scale(1.3, 4))
    other.hide_render = True
    scatter(studio, 70, (170, 560), (249, 262))
    # Crumbs falling from the torn end.
    falling = ((352, 52, 0.03), (374, 68, 0.018), (396, 56, 0.036), (336, 44, 0.016), (414, 74, 0.02), (428, 96, 0.016), (382, 40, 0.014))
    crumbs([(studio.at(x, y, -0.3), size) for x, y, size in falling])
    wheels.wheel(
        studio,
        centre=(590, 272),
        radius={'rim': 187, 'face': 161.8, 'pegs': 176.3, 'hub': 54.1},
        colours=TRIM,
        faces=[(0, 60, '#ffeec8'), (60, 120, '#ffb52e'), (120, 180, '#e59a52')],
        lobes=44,
        hub=copy_of(best, Matrix.Scale(76, 4)),
    )
    light(studio)


def scan(studio, label):
    studio.floor(352, -200, 920, back=3.0)
    best, other = biscuits()
    place = pack(studio.at(276, 196, 0.35), label, best, other, 1.72, -14)
    code(place @ Matrix.Translation((0.87, 0, 0.02)), 0.46, bend=round_x(0.62))
    for made in (best, other):
        made.hide_render = True
    scatter(studio, 40, (420, 700), (350, 400))
    phone(studio, (566, 212), 9, '#e59a1c', depth=-2.2, height=300)
    light(studio)


def mishap(studio, label):
    studio.floor(300, -200, 920, back=3.0)
    best, other = biscuits()
    pack(studio.at(256, 184, 1.6), label, best, other, 1.5, -20)
    for made in (best, other):
        made.hide_render = True
    whole = turned(studio.on_floor(372, 372) + Vector((0, 0, 0.86)), 58, 0, 8)
    half(whole @ Matrix.Translation((-0.18, 0, 0)) @ Matrix.Rotation(radians(8), 4, 'Z') @ Matrix.Scale(1.8, 4), 0)
    half(turned(studio.on_floor(504, 372) + Vector((0, 0, 0.46)), 26, 0, -14) @ Matrix.Scale(1.8, 4), 180)
    scatter(studio, 110, (300, 640), (326, 404))
    light(studio)


def closed(studio, label):
    studio.floor(330, -200, 920, back=3.0)
    tin(turned(studio.on_floor(392, 322), z=12) @ Matrix.Scale(1.6, 4), label)
    folded = torn_roll('pack', label)
    folded.matrix_world = turned(studio.on_floor(226, 376) + Vector((0, 0, 0.36)), -62, 0, 12) @ Matrix.Diagonal((1.2, 0.1, 1, 1))
    scatter(studio, 16, (360, 600), (366, 400))
    light(studio)


def biscuits():
    return biscuit('biscuit', seed=11), biscuit('other', seed=23)


def pack(at, label, best, other, size=1.34, turn=-27):
    roll = torn_roll('pack', label)
    place = turned(at, 0, -9, turn) @ Matrix.Scale(size, 4)
    roll.matrix_world = place
    # The roll of biscuits inside, the last ones sliding out.
    slots = [(0.42 + 0.155 * at, 0.0, 0.0, 0.0) for at in range(5)]
    slots += [(1.2, -0.02, 4, 3), (1.375, -0.05, 9, 5), (1.555, -0.09, 17, 8)]
    for at, (x, z, lean, twist) in enumerate(slots):
        inner = turned((x, 0, z), 0, 90 + lean, twist) @ Matrix.Rotation(at * 1.3, 4, 'Z')
        copy_of(best if at % 2 else other, place @ inner)
    return place


def half(place, angle=35):
    made = biscuit('half', seed=31)
    made.matrix_world = place
    broken(made, radians(angle))


def scatter(studio, count, across, down):
    draw = np.random.default_rng(2)
    places = []
    for _ in range(count):
        x, y = draw.uniform(*across), draw.uniform(*down)
        places.append((studio.on_floor(x, y), 0.012 + 0.036 * draw.random() ** 3))
    crumbs(places)


def light(studio):
    studio.surroundings((1.0, 0.86, 0.74), 0.35)
    studio.light((-5.5, -7, 6.5), 900, 4.0, (1.0, 0.95, 0.88))
    studio.light((5.5, 3.0, 5.0), 900, 2.5, (1.0, 0.72, 0.42), (0, 0, 0))
    studio.light((-6, 3.5, 3.0), 420, 2.0, (1.0, 0.78, 0.5), (-1.5, 0, 0))
    studio.light((5, -9, 2.5), 420, 4.0, (1.0, 0.94, 0.86), (1.5, 0, 0))


def wheel(studio, label):
    biscuit('hub', seed=11).matrix_world = wheels.frame(studio, TRIM, lobes=44)
    light(studio)
