# Packs: a roll of film with a flat seal at one end, torn open at the other; an open carton, printed
# on its front and inside its lid; an open tin; a crate.
from math import cos, pi, radians, sin

import bpy
import numpy as np
from mathutils import Matrix, Vector

from bottle import lathe, wrap
from studio import Nodes, attribute, grid_faces, linear, mesh, plain, smooth_step, turned, waves

BOARD = 0.022


def torn_roll(name, label, length=2.6, radius=0.6, seed=4, rows=420, around=640):
    """Its axis is x, its front is -y; the sealed end is at -length / 2. `label` is for the front."""
    s = np.linspace(0, 1, rows)[:, None] * np.ones(around)
    a = np.linspace(0, 2 * pi, around, endpoint=False)[None, :] * np.ones((rows, 1))
    draw = np.random.default_rng(seed)
    jags = np.interp(
        a[0], np.linspace(0, 2 * pi, 60), np.r_[(j := draw.uniform(-1, 1, 59)), j[0]]
    )
    reach = length + 0.07 * jags + 0.05 * np.sin(3 * a[0] + 1)
    x = s * reach[None, :] - length / 2
    open_up = smooth_step(0.0, 0.62, x + length / 2)
    folds = np.sin(15 * a + 2 * waves(a, s, seed + 1)) * (1 - open_up) * smooth_step(0, 0.1, s)
    dents = waves(x * 2.2, a * radius * 2.2, seed + 2, low=1.5, high=7)
    stack = np.abs(np.sin(pi * (x + 0.07) / 0.155)) ** 0.5
    flare = 0.09 * smooth_step(0.9, 1.0, s) * (1 + 0.8 * waves(a * 1.5, s * 3, seed + 3))
    swell = radius * (1 + flare) + 0.012 * dents * open_up - 0.006 * stack * open_up + 0.035 * folds
    flat = 0.02 + 0.012 * folds
    tall = radius * 1.42 * (1 - open_up) + swell * open_up
    deep = flat * (1 - open_up) + swell * open_up
    # From the back at the bottom, over the front (-y), to the top.
    y, z = deep * np.sin(a) * -1, tall * np.cos(a)
    points = np.stack([x, y, z], -1).reshape(-1, 3)
    made = mesh(name, points, grid_faces(rows, around), smooth=True)
    front = (a - pi / 2 + pi) % (2 * pi) - pi
    # The print begins where the film is round.
    attribute(made, 'along', ((x + length / 2 - 0.4) / (length - 0.46)).ravel())
    attribute(made, 'across', (0.5 - front / 2.2).ravel())
    made.data.materials.append(film_material(label))
    fin = seal(length, radius * 1.42, label)
    fin.parent = made
    return made


def seal(length, half, label):
    """The flat end, cut in teeth."""
    teeth, columns = 34, 14
    v = np.linspace(-1, 1, teeth * 8)
    tooth = np.abs((v * teeth / 2) % 1 - 0.5) * 2
    u = np.linspace(0, 1, columns)
    x = -length / 2 + 0.02 - u[None, :] * (0.24 + 0.035 * tooth[:, None])
    z = v[:, None] * half * np.ones(columns)
    y = 0.006 * np.sin(u[None, :] * pi * 9) + 0.012 * waves(x, z, 8, low=2, high=6)
    points = np.stack([x, y, z], -1).reshape(-1, 3)
    made = mesh('seal', points, grid_faces(len(v), columns, closed=False, flip=True), smooth=True)
    attribute(made, 'along', np.zeros(len(points)))
    attribute(made, 'across', (0.5 + z / half * 0.62).ravel())
    made.data.materials.append(film_material(label))
    return made


def film_material(label):
    """Printed and glossy outside, foil inside."""
    nodes = Nodes('film')
    axes = []
    for name in ('along', 'across'):
        axis = nodes.tree.nodes.new('ShaderNodeAttribute')
        axis.attribute_name = name
        axes.append(axis.outputs['Fac'])
    where = nodes.add('CombineXYZ', X=axes[0], Y=axes[1])
    image = nodes.add('TexImage', Vector=where.outputs[0])
    image.image = bpy.data.images.load(label)
    image.extension = 'EXTEND'
    crinkle = nodes.bump(nodes.noise(7.0, 5.0, 0.55), 0.16, 0.05)
    printed = nodes.add(
        'BsdfPrincipled',
        Base_Color=image.outputs['Color'],
        Roughness=0.28,
        Metallic=0.15,
        Specular=0.6,
        Clearcoat=0.7,
        Clearcoat_Roughness=0.12,
        Normal=crinkle,
    )
    foil = nodes.add(
        'BsdfPrincipled',
        Base_Color=linear('#e9e4da'),
        Roughness=0.25,
        Metallic=1.0,
        Normal=nodes.bump(nodes.noise(12.0, 5.0, 0.6), 0.35, 0.05),
    )
    inside = nodes.add('NewGeometry').outputs['Backfacing']
    mixed = nodes.add('MixShader', Fac=inside)
    nodes.tree.links.new(printed.outputs['BSDF'], mixed.inputs[1])
    nodes.tree.links.new(foil.outputs['BSDF'], mixed.inputs[2])
    return nodes.end(mixed.outputs[0])


def carton(place, label, width, height, depth, lid, lean=14):
    """
    Stands on z = 0 around the origin, its front is -y. `label` has the front at its top, as high as
    `height` is of `width`, and the inside of the lid below it. `lid` is its length, `lean` how far
    it leans back, in degrees.
    """
    front = height / (height + lid)
    x, y = width / 2, depth / 2
    corners = [(sx * x, sy * y, z) for z in (0, height) for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    walls = [(0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7), (3, 2, 1, 0)]
    box = board('carton', corners, walls, place)
    printed(box, label, -y, width, (0, height), (1 - front, 1))
    turn = Matrix.Translation((0, y, height)) @ Matrix.Rotation(radians(-lean), 4, 'X')
    corner = [(x - 0.09 + 0.09 * sin(a), lid - 0.09 + 0.09 * cos(a)) for a in np.linspace(np.pi / 2, 0, 8)]
    outline = [(x, 0.0), *corner]
    points = [(px, 0, pz) for px, pz in outline] + [(-px, 0, pz) for px, pz in reversed(outline)]
    top = board('lid', points, [tuple(range(len(points)))], place @ turn)
    printed(top, label, 0, width, (0, lid), (0, 1 - front))
    for side in (-1, 1):
        flap = [(0, -y + 0.03, 0), (0, y - 0.03, 0), (0, y - 0.16, 0.3), (0, -y + 0.16, 0.3)]
        at = Matrix.Translation((side * x, 0, height)) @ Matrix.Rotation(radians(side * 58), 4, 'Y')
        inner = board('flap', flap, [(0, 1, 2, 3) if side < 0 else (3, 2, 1, 0)], place @ at)
        inner.data.materials.append(board_material('flap', linear('#f3dca4')))


def board(name, points, faces, place):
    """Faces look outwards; the board is behind them."""
    made = mesh(name, points, faces)
    made.matrix_world = place
    thick = made.modifiers.new('thick', 'SOLIDIFY')
    thick.thickness, thick.offset = BOARD, -1
    edge = made.modifiers.new('bevel', 'BEVEL')
    edge.width, edge.segments = 0.006, 2
    return made


def printed(made, label, front, width, heights, share):
    """What is at y = front has its share of the label; all else is plain board."""
    nodes = Nodes(made.name)
    split = nodes.add('SeparateXYZ', Vector=nodes.add('TexCoord').outputs['Object'])

    def part_of(axis, low, high, to):
        node = nodes.add('MapRange', Value=split.outputs[axis])
        names = ('From Min', 'From Max', 'To Min', 'To Max')
        for name, value in zip(names, (low, high, *to)):
            node.inputs[name].default_value = value
        return node.outputs[0]

    where = nodes.add(
        'CombineXYZ',
        X=part_of('X', -width / 2, width / 2, (0.0, 1.0)),
        Y=part_of('Z', *heights, share),
    )
    image = nodes.add('TexImage', Vector=where.outputs[0])
    image.image = bpy.data.images.load(label)
    image.extension = 'EXTEND'
    is_front = nodes.add('Math', i0=split.outputs['Y'], i1=front + 0.008)
    is_front.operation = 'LESS_THAN'
    colour = nodes.mix(is_front.outputs[0], linear('#d9a02f'), image.outputs['Color'])
    shader = nodes.add(
        'BsdfPrincipled', Base_Color=colour, Roughness=0.36, Clearcoat=0.3, Clearcoat_Roughness=0.2
    )
    made.data.materials.append(nodes.end(shader.outputs['BSDF']))


def board_material(name, colour):
    nodes = Nodes(name)
    shader = nodes.add('BsdfPrincipled', Base_Color=colour, Roughness=0.6)
    return nodes.end(shader.outputs['BSDF'])


def filling(place, width, height, depth, count, seed=5):
    """Places of granules that fill the carton to just below its edge, higher in the middle."""
    draw = np.random.default_rng(seed)
    places = []
    for _ in range(count):
        u, v = draw.uniform(-1, 1, 2)
        hill = 0.12 * (1 - u * u) * (1 - 0.6 * v * v)
        z = height - 0.13 + hill + 0.02 * draw.random()
        places.append(place @ Vector((u * (width / 2 - 0.05), v * (depth / 2 - 0.05), z)))
    return places


def crate(place, label, width=2.3, height=1.0, depth=1.5):
    """Of wooden slats, empty; the print of the pack is on its front."""
    wood = plain('wood', linear('#c98a4a'), 0.7)

    def slat(size, centre):
        bpy.ops.mesh.primitive_cube_add(size=1)
        made = bpy.context.object
        made.matrix_world = place @ Matrix.Translation(centre) @ Matrix.Diagonal((*size, 1))
        made.data.materials.append(wood)

    for z in (0.2, 0.55, 0.9):
        for side in (-1, 1):
            slat((width, 0.07, 0.28), (0, side * depth / 2, z))
            slat((0.07, depth, 0.28), (side * width / 2, 0, z))
    for x in (-1, 1):
        for y in (-1, 1):
            slat((0.12, 0.12, height + 0.08), (x * (width / 2 - 0.06), y * (depth / 2 - 0.06), height / 2 + 0.03))
    for x in np.linspace(-1, 1, 5):
        slat((0.4, depth, 0.05), (x * 0.95, 0, 0.06))
    x, z = 0.42 * width, 0.4
    print_of = board('print', [(-x, 0, 0), (x, 0, 0), (x, 0, 2 * z), (-x, 0, 2 * z)], [(0, 1, 2, 3)], place @ Matrix.Translation((0, -depth / 2 - 0.05, 0.15)))
    printed(print_of, label, 0, 2 * x, (0, 2 * z), (0, 1))


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
