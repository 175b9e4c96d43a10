# Biscuits and crumbs.
from math import pi

import bpy
import numpy as np
from mathutils import Euler, Matrix, Vector

from studio import Nodes, attribute, grid_faces, linear, mesh, smooth_step, waves


def biscuit(name, radius=0.58, thickness=0.15, lobes=18, seed=1, rings=150, around=900):
    """Its axis is z. `baked` says how brown each point is, from 0 to 1."""
    turn = np.linspace(0, 2 * pi, around, endpoint=False)
    part = np.linspace(0, 1, rings)
    r, a = np.meshgrid(part, turn, indexing='ij')
    outline = radius * (0.965 + 0.05 * np.abs(np.cos(lobes * a / 2)) ** 0.7)
    x, y = r * outline * np.cos(a), r * outline * np.sin(a)
    edge = np.clip((r - 0.86) / 0.14, 0, 1)
    dome = np.sqrt(np.clip(1 - edge**2.2, 0, 1))
    relief, browned = face_of(r, a, x / radius, y / radius, seed)
    top = thickness / 2 * dome + relief * radius * np.clip(dome * 1.4, 0, 1)
    bottom = -thickness / 2 * dome
    upper = np.stack([x, y, top], -1)
    lower = np.stack([x, y, bottom], -1)[1 : rings - 1][::-1]
    points = np.concatenate([upper, lower]).reshape(-1, 3)
    faces = grid_faces(len(points) // around, around, flip=True)
    made = mesh(name, points, faces, smooth=True)
    under = np.clip(0.45 + 0.4 * edge[1 : rings - 1][::-1], 0, 1)
    attribute(made, 'baked', np.concatenate([browned, under]).ravel())
    made.data.materials.append(crust(f'{name} crust'))
    return made


def face_of(r, a, x, y, seed):
    """The relief of the upper side in parts of the radius, and how brown it is."""
    uneven = waves(x, y, seed, low=2, high=14)
    fine = waves(x, y, seed + 50, count=40, low=20, high=60)
    groove = np.exp(-(((r - 0.8) / 0.018) ** 2))
    rim = smooth_step(0.8, 0.86, r)
    petal = np.zeros_like(r)
    for turn in range(8):
        angle = (a - turn * pi / 4 + pi) % (2 * pi) - pi
        along = (r * np.cos(angle) - 0.36) / 0.2
        across = r * np.sin(angle) / 0.075
        petal = np.maximum(petal, np.clip(1 - along**2 - np.abs(across) ** 1.5, 0, 1))
    petal = smooth_step(0.0, 0.35, petal)
    holes = np.zeros_like(r)
    for count, distance, start in ((16, 0.68, pi / 16), (8, 0.3, pi / 8), (1, 0.0, 0.0)):
        for at in range(count):
            angle = start + 2 * pi * at / count
            away = np.hypot(x - distance * np.cos(angle), y - distance * np.sin(angle))
            holes = np.maximum(holes, 1 - smooth_step(0.018, 0.034, away))
    relief = 0.012 * uneven + 0.002 * fine - 0.03 * groove + 0.026 * rim - 0.05 * petal - 0.1 * holes
    raised = smooth_step(-0.03, 0.03, relief)
    browned = (
        0.22
        + 0.6 * smooth_step(0.8, 1.0, r)
        + 0.14 * uneven
        + 0.12 * raised
        + 0.25 * groove
        + 0.3 * smooth_step(0.1, 0.9, petal) * (1 - smooth_step(0.6, 1.0, petal))
        + 0.25 * holes
    )
    return relief, np.clip(browned, 0, 1)


def crust(name, pale='#f3cf8c', golden='#dd9a45', brown='#8f4d1c'):
    nodes = Nodes(name)
    baked = nodes.tree.nodes.new('ShaderNodeAttribute')
    baked.attribute_name = 'baked'
    blotches = nodes.noise(5.0, 5.0)
    value = nodes.add('Math', i0=blotches, i1=0.5)
    value.operation = 'SUBTRACT'
    strength = nodes.add('Math', i0=value.outputs[0], i1=0.5)
    strength.operation = 'MULTIPLY'
    total = nodes.add('Math', i0=strength.outputs[0], i1=baked.outputs['Fac'])
    total.operation = 'ADD'
    colour = nodes.ramp(
        total.outputs[0], (0.0, linear(pale)), (0.45, linear(golden)), (1.0, linear(brown))
    )
    grains = nodes.ramp(nodes.noise(90.0, 3.0), (0.3, (0.78, 0.68, 0.58)), (0.5, (1, 1, 1)))
    colour = nodes.mix(0.4, colour, grains, 'MULTIPLY')
    rough = nodes.bump(nodes.noise(22.0, 4.0, 0.6), 0.22, 0.02)
    rough = nodes.bump(nodes.noise(80.0, 2.0), 0.14, 0.008, rough)
    shader = nodes.add(
        'BsdfPrincipled',
        Base_Color=colour,
        Roughness=0.55,
        Specular=0.35,
        Subsurface=0.06,
        Subsurface_Color=linear('#e8a050'),
        Normal=rough,
    )
    shader.inputs['Subsurface Radius'].default_value = (0.06, 0.03, 0.012)
    return nodes.end(shader.outputs['BSDF'])


def broken(made, angle=0.0, seed=3):
    """Takes away one side along a rough line; what is inside is paler."""
    rows, columns = 70, 40
    u, v = np.meshgrid(np.linspace(-1, 1, rows), np.linspace(-0.3, 0.3, columns), indexing='ij')
    rough = 0.06 * waves(u, v, seed, low=3, high=12) + 0.02 * waves(u, v, seed + 1, 40, 20, 70)
    face = np.stack([rough, u, v], -1)
    back = np.stack([np.full_like(u, 2.0), u, v], -1)
    points = np.concatenate([face.reshape(-1, 3), back.reshape(-1, 3)])
    near = grid_faces(rows, columns, closed=False)
    far = grid_faces(rows, columns, closed=False, flip=True) + rows * columns
    border = [i * columns for i in range(rows)]
    border += [(rows - 1) * columns + j for j in range(1, columns)]
    border += [i * columns + columns - 1 for i in range(rows - 2, -1, -1)]
    border += [j for j in range(columns - 2, 0, -1)]
    sides = [
        (one, one + rows * columns, two + rows * columns, two)
        for one, two in zip(border, border[1:] + border[:1])
    ]
    cutter = mesh('cutter', points, [*near.tolist(), *far.tolist(), *sides])
    bpy.context.view_layer.objects.active = cutter
    bpy.ops.object.mode_set(mode='EDIT')
    bpy.ops.mesh.select_all(action='SELECT')
    bpy.ops.mesh.normals_make_consistent(inside=False)
    bpy.ops.object.mode_set(mode='OBJECT')
    cutter.data.materials.append(crumb_material())
    cutter.matrix_world = made.matrix_world @ Matrix.Rotation(angle, 4, 'Z')
    cutter.hide_render = True
    cut = made.modifiers.new('broken', 'BOOLEAN')
    cut.object, cut.operation, cut.solver = cutter, 'DIFFERENCE', 'EXACT'
    cut.material_mode = 'TRANSFER'
    return made


def crumb_material():
    nodes = Nodes('crumb')
    colour = nodes.ramp(
        nodes.noise(14.0), (0.3, linear('#e2b066')), (0.7, linear('#f7dca4'))
    )
    shader = nodes.add(
        'BsdfPrincipled',
        Base_Color=colour,
        Roughness=0.8,
        Normal=nodes.bump(nodes.noise(45.0, 6.0, 0.75), 0.8, 0.03),
    )
    return nodes.end(shader.outputs['BSDF'])


def crumbs(places, seed=5):
    """@param places of each: where, and how large."""
    draw = np.random.default_rng(seed)
    materials = [crumb_material(), crust('crumb crust')]
    for at, (where, size) in enumerate(places):
        bpy.ops.mesh.primitive_ico_sphere_add(subdivisions=3, radius=1)
        made = bpy.context.object
        points = np.array([vertex.co for vertex in made.data.vertices])
        lumps = 1 + 0.35 * waves(points[:, 0] * 2 + points[:, 2], points[:, 1] * 2, seed + at)
        points *= lumps[:, None] * size * draw.uniform(0.6, 1.2, 3)
        made.data.vertices.foreach_set('co', points.ravel())
        attribute(made, 'baked', np.full(len(points), draw.uniform(0.2, 0.8)))
        made.rotation_euler = Euler(draw.uniform(0, 6, 3))
        made.location = Vector(where) + Vector((0, 0, size * 0.6))
        made.data.materials.append(materials[at % 2])
        bpy.ops.object.shade_smooth()
