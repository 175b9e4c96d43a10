# A wet bottle of lemon soda with a marble: in the rain, with the code, spilt, and in an empty crate.
# campaigns/rendering/README.md says how each is rendered.
from math import radians

import numpy as np
import wheel as wheels
from bottle import bottle, marble, spheres
from mathutils import Matrix, Vector
from packs import crate
from phone import peeled, phone
from rain import large_drop, lemon, rings_on, slice_of_lemon, streaks, umbrella, wet_floor
from studio import Nodes, linear, mesh, plain, turned
from tea import leaf

SHAPES = {'hero': {'width': 720, 'height': 440, 'elevation': 8, 'across': 960, 'samples': 16}}
CLOTH = ['#c9ecf7', '#fff6b8', '#f3b6d3', '#ffcf52', '#8fdcae', '#d3ec3f']


def hero(studio, label):
    studio.floor(408, -300, 1000, back=3.4)
    umbrella(studio, (284, 186), -9, 236, 158, CLOTH)
    stand = turned(studio.on_floor(212, 406), y=3, z=8) @ Matrix.Scale(1.06, 4)
    backlight(stand)
    bottle(stand, label)
    fizz(stand)
    slice_of_lemon(turned(studio.on_floor(326, 416) + Vector((0, 0, 0.58)), 74, 0, 14), 0.6)
    slice_of_lemon(turned(studio.on_floor(112, 424) + Vector((0, 0, 0.07)), 12, 8, 50), 0.5)
    lemon(turned(studio.on_floor(434, 410) + Vector((0, 0.2, 0.46)), 0, 82, 24), 0.5)
    for x, y, z, tilt in ((70, 416, 70, 24), (58, 418, 125, 14), (86, 420, 20, 10), (386, 424, 250, 12)):
        green = leaf(0.6, '#4fbf6a', seed=z)
        green.matrix_world = turned(studio.on_floor(x, y) + Vector((0, 0, 0.03)), tilt, 0, z)
    large_drop(studio, (606, 296), 92, '#8fd6f4')
    rings_on(studio, 606, 408, (0.45, 0.8, 1.15))
    draw = np.random.default_rng(6)
    wet_floor(studio, [(draw.uniform(20, 700), draw.uniform(400, 434)) for _ in range(90)])
    streaks(studio)
    light(studio)


def scan(studio, label):
    studio.floor(384, -300, 1000, back=3.4)
    stand = turned(studio.on_floor(262, 384), z=6) @ Matrix.Scale(1.06, 4)
    backlight(stand)
    bottle(stand, label, finest=0.016)
    peeled(turned(studio.on_floor(394, 366), z=-10), 1.15)
    slice_of_lemon(turned(studio.on_floor(160, 388) + Vector((0, 0, 0.58)), 74, 0, 14), 0.6)
    puddle(studio, (150, 690))
    phone(studio, (566, 214), 10, '#9dbd22', depth=-1.0, height=290)
    light(studio)


def mishap(studio, label):
    studio.floor(350, -300, 1000, back=3.4)
    stand = turned(studio.on_floor(286, 376), y=-9, z=8) @ Matrix.Scale(0.98, 4)
    backlight(stand)
    bottle(stand, label, finest=0.016, has_marble=False)
    fizz(stand)
    big = turned(studio.on_floor(490, 372) + Vector((0, 0, 0.5)), 30, 20, 40) @ Matrix.Scale(2.6, 4)
    marble(big)
    rings_on(studio, 490, 376, (0.7, 1.0))
    slice_of_lemon(turned(studio.on_floor(372, 396) + Vector((0, 0, 0.07)), 12, 8, 50), 0.5)
    puddle(studio, (160, 660))
    light(studio)


def closed(studio, label):
    studio.floor(340, -300, 1000, back=3.4)
    crate(turned(studio.on_floor(286, 352), z=-14) @ Matrix.Scale(1.3, 4), label)
    stand = turned(studio.on_floor(512, 372), z=8) @ Matrix.Scale(1.02, 4)
    backlight(stand)
    bottle(stand, label, finest=0.016, fill=0)
    puddle(studio, (150, 600))
    light(studio)


def wheel(studio, label):
    colours = {'rim': '#d3ec3f', 'crust': '#6f8a12', 'line': '#f8fde4', 'hub': '#f8fde4'}
    slice_of_lemon(wheels.frame(studio, colours, lobes=30), 0.62)
    light(studio)


def puddle(studio, across):
    draw = np.random.default_rng(6)
    wet_floor(studio, [(draw.uniform(*across), draw.uniform(350, 404)) for _ in range(70)])


def fizz(stand):
    """Foam at the mouth, and drops that burst from it."""
    draw = np.random.default_rng(8)
    drops = []
    for _ in range(70):
        away, height = draw.uniform(0, 0.24), draw.uniform(3.24, 3.4)
        turn, size = draw.uniform(0, 6.28), draw.uniform(0.04, 0.09)
        drops.append((stand @ Vector((away * np.cos(turn), away * np.sin(turn), height)), (size,) * 3))
    spheres('foam', drops, plain('foam', linear('#f6fbd0'), 0.35, clearcoat=0.6))
    burst = []
    for _ in range(60):
        rise = draw.random()
        side, size = draw.normal() * (0.12 + 0.5 * rise), 0.018 + 0.035 * draw.random() ** 2
        burst.append((stand @ Vector((side, draw.uniform(-0.3, 0), 3.4 + 0.75 * rise - side**2)), (size,) * 3))
    spheres('burst', burst, plain('burst', linear('#e9f79a'), 0.1, clearcoat=1.0)).visible_shadow = False


def backlight(stand):
    """Seen only through the glass, which would be dark without it. The neck needs its own, in front of the umbrella."""
    for behind, half, low, high, strength in ((1.2, 0.8, 0.0, 3.4, 1.6), (0.45, 0.6, 2.36, 3.4, 0.9)):
        corners = [(-half, behind, low), (half, behind, low), (half, behind, high), (-half, behind, high)]
        card = mesh('card', corners, [(0, 1, 2, 3)])
        nodes = Nodes('card')
        glow = nodes.add('Emission', Color=linear('#eaffd0'), Strength=strength)
        card.data.materials.append(nodes.end(glow.outputs[0]))
        card.matrix_world = stand
        card.visible_camera = False
        card.visible_diffuse = False


def light(studio):
    studio.scene.view_settings.exposure = 0.0
    cycles = studio.scene.cycles
    cycles.max_bounces, cycles.transmission_bounces = 20, 16
    cycles.caustics_reflective = cycles.caustics_refractive = False
    studio.surroundings((0.45, 0.7, 1.0), 0.45)
    studio.light((-5.5, -7, 6.5), 900, 3.5, (0.95, 0.98, 1.0))
    studio.light((5.5, 3.0, 5.0), 800, 2.5, (0.75, 0.9, 1.0), (0, 0, 0))
    studio.light((-6, 3.5, 3.0), 600, 2.0, (0.9, 1.0, 0.7), (-1.2, 0, 0))
    studio.light((5, -9, 2.0), 250, 5.0, (1.0, 0.97, 0.9), (1, 0, 0))
