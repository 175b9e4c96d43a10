# A wet bottle of lemon soda with a marble, in the rain; HOME writes on the drop: art/hero.avif.
# campaigns/rendering/README.md says how to render it.
from math import radians

import numpy as np
from bottle import bottle, spheres
from garden import leaf
from mathutils import Euler, Matrix, Vector
from rain import large_drop, lemon, rings_on, slice_of_lemon, streaks, umbrella, wet_floor
from studio import Nodes, Studio, linear, mesh, plain

studio = Studio(720, 440, elevation=8, across=960, samples=16, exposure=0.0)
studio.floor(408, -300, 1000, back=3.4)
cycles = studio.scene.cycles
cycles.max_bounces, cycles.transmission_bounces = 20, 16
cycles.caustics_reflective = cycles.caustics_refractive = False


def turned(place, x=0, y=0, z=0):
    turn = Euler((radians(x), radians(y), radians(z))).to_matrix().to_4x4()
    return Matrix.Translation(place) @ turn


def build(label):
    umbrella(
        studio, (284, 186), -9, 236, 158,
        ['#c9ecf7', '#fff6b8', '#f3b6d3', '#ffcf52', '#8fdcae', '#d3ec3f'],
    )
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
    light()


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


def light():
    studio.surroundings((0.45, 0.7, 1.0), 0.45)
    studio.light((-5.5, -7, 6.5), 900, 3.5, (0.95, 0.98, 1.0))
    studio.light((5.5, 3.0, 5.0), 800, 2.5, (0.75, 0.9, 1.0), (0, 0, 0))
    studio.light((-6, 3.5, 3.0), 600, 2.0, (0.9, 1.0, 0.7), (-1.2, 0, 0))
    studio.light((5, -9, 2.0), 250, 5.0, (1.0, 0.97, 0.9), (1, 0, 0))
