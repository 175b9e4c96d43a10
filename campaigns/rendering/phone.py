# A phone that looks at a code, and the code.
from math import radians

import numpy as np
from mathutils import Matrix

from studio import Nodes, grid_faces, linear, mesh, plain
from tag import rounded
from wheel import solid


def flat(x, y, height):
    return x, y, height + 0 * x


def round_x(radius):
    """Around the x axis, seen from -y."""
    return lambda x, y, height: (x, -(radius + height) * np.cos(y / radius), (radius + height) * np.sin(y / radius))


def round_z(radius):
    """Around the z axis, seen from -y."""
    return lambda x, y, height: ((radius + height) * np.sin(x / radius), -(radius + height) * np.cos(x / radius), y)


def code(place, size, bend=flat):
    """One that leads nowhere, `size` wide; `bend` lays it on what is round."""
    cells = np.random.default_rng(5).random((21, 21)) < 0.5
    for row, column in ((0, 0), (0, 14), (14, 0)):
        cells[max(0, row - 1) : row + 8, max(0, column - 1) : column + 8] = False
        cells[row : row + 7, column : column + 7] = True
        cells[row + 1 : row + 6, column + 1 : column + 6] = False
        cells[row + 2 : row + 5, column + 2 : column + 5] = True
    x, y = np.meshgrid(np.linspace(-0.5, 0.5, 26) * size, np.linspace(-0.5, 0.5, 26) * size)
    sheet = np.stack(bend(x, y, 0.01 * size), -1).reshape(-1, 3)
    back = mesh('paper', sheet, grid_faces(26, 26, closed=False), smooth=True)
    back.data.materials.append(plain('paper', (1, 1, 1), 0.5))
    print_at = np.stack(bend(x, y, 0.016 * size), -1).reshape(-1, 3)
    # A margin of two cells.
    corners = [(22 - row) * 26 + column + 2 for row, column in np.argwhere(cells)]
    front = mesh('code', print_at, [(at, at + 1, at + 27, at + 26) for at in corners])
    front.data.materials.append(plain('ink', linear('#241008'), 0.6))
    for part in (back, front):
        part.matrix_world = place


def phone(studio, centre, turn, view, depth, height):
    """Its screen shows the code before something of the colour `view`."""
    place = studio.facing(studio.at(*centre, depth)) @ Matrix.Scale(studio.scale(depth), 4)
    place = place @ Matrix.Rotation(radians(-turn), 4, 'Z') @ Matrix.Rotation(radians(-12), 4, 'Y')

    def slab(name, width, tall, radius, levels, colour, **look):
        x, y = width / 2, tall / 2
        outline = rounded([(-x, y), (-x, -y), (x, -y), (x, y)], radius)
        made = solid(name, [np.c_[outline * s, np.full(len(outline), h)] for h, s in levels], linear(colour), **look)
        made.matrix_world = place
        return made

    wide = height * 0.5
    slab('phone', wide, height, 18, ((-12, 0.97), (-9, 1), (-2, 1), (0, 0.985)), '#1c1a22', roughness=0.25)
    screen = slab('screen', wide - 11, height - 11, 14, ((0, 1), (0.6, 1)), view)
    nodes = Nodes('screen')
    glow = nodes.add('BsdfPrincipled', Base_Color=linear(view), Roughness=0.15, Emission=linear(view), Emission_Strength=0.35)
    screen.data.materials[0] = nodes.end(glow.outputs['BSDF'])
    slab('camera', 26, 7, 3.4, ((0.6, 1), (1.4, 1)), '#1c1a22').matrix_world = place @ Matrix.Translation((0, height / 2 - 15, 0))
    size = wide * 0.58
    code(place @ Matrix.Translation((0, 6, 0.8)), size)
    for quarter in range(4):
        corner = place @ Matrix.Translation((0, 6, 1.2)) @ Matrix.Rotation(radians(90 * quarter), 4, 'Z')
        far, long = size / 2 + 9, 17
        for x0, y0, x1, y1 in ((far - long, far - 4, far, far), (far - 4, far - long, far, far)):
            box = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
            solid('corner', [np.c_[box, np.full(4, h)] for h in (0, 1)], (1, 1, 1)).matrix_world = corner
    button = rounded([(-9, 9), (-9, -9), (9, -9), (9, 9)], 8.9)
    solid('button', [np.c_[button, np.full(len(button), h)] for h in (0.6, 2)], (1, 1, 1)).matrix_world = place @ Matrix.Translation((0, 24 - height / 2, 0))


def peeled(place, size=1.0):
    """A label that stands on the floor, the code on its inner side."""
    bend = round_z(0.8 * size)
    x, z = np.meshgrid(np.linspace(-0.62, 0.62, 40) * size, np.linspace(0, 1.1, 9) * size)
    sheet = mesh('loose', np.stack(bend(x, z, 0), -1).reshape(-1, 3), grid_faces(9, 40, closed=False), smooth=True)
    sheet.data.materials.append(plain('loose', linear('#d3ec3f'), 0.4))
    sheet.matrix_world = place
    up = 0.55 * size
    code(place, 0.92 * size, bend=lambda x, y, height: bend(x, y + up, height))
