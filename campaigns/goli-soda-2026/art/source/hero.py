# A wet bottle of lemon soda with a marble, in the rain; HOME writes on the drop: art/hero.avif.
# campaigns/rendering/README.md says how to render it.
from math import radians

import numpy as np
from bottle import bottle
from garden import leaf
from mathutils import Euler, Matrix, Vector
from rain import large_drop, lemon, rings_on, slice_of_lemon, streaks, umbrella, wet_floor
from studio import Nodes, Studio, linear, mesh

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
        studio, (300, 196), -9, 212, 150,
        ['#c9ecf7', '#fff6b8', '#f3b6d3', '#ffcf52', '#8fdcae', '#d3ec3f'],
    )
    stand = turned(studio.on_floor(240, 404), y=3, z=8)
    backlight(stand)
    bottle(stand, label)
    slice_of_lemon(turned(studio.on_floor(330, 412) + Vector((0, 0, 0.44)), 74, 0, 14))
    slice_of_lemon(turned(studio.on_floor(158, 420) + Vector((0, 0, 0.07)), 12, 8, 50), 0.42)
    lemon(turned(studio.on_floor(416, 408) + Vector((0, 0.2, 0.38)), 0, 82, 24))
    for x, y, z, tilt in ((118, 414, 70, 24), (104, 416, 125, 14), (132, 418, 20, 10), (372, 420, 250, 12)):
        green = leaf(0.5, '#4fbf6a', seed=z)
        green.matrix_world = turned(studio.on_floor(x, y) + Vector((0, 0, 0.03)), tilt, 0, z)
    large_drop(studio, (596, 292), 88, '#c9ecf7')
    rings_on(studio, 596, 402, (0.45, 0.8, 1.15))
    draw = np.random.default_rng(6)
    wet_floor(studio, [(draw.uniform(20, 700), draw.uniform(400, 434)) for _ in range(90)])
    streaks(studio)
    light()


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
