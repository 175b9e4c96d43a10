# An open carton, printed on its front and inside its lid.
from math import cos, radians, sin

import bpy
import numpy as np
from mathutils import Matrix, Vector

from studio import Nodes, linear, mesh, plain

BOARD = 0.022


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
