# The upper half of the wheel, where hero.svg draws it.
from math import cos, pi, radians, sin

import bpy
import numpy as np
from mathutils import Matrix

from studio import Nodes, copy_of, grid_faces, linear, mesh, plain


def wheel(studio, centre, radius, colours, faces, depth=1.5, lobes=0, hub=None):
    """
    All lengths are in units of the drawing. `radius` has those of rim, face, pegs and hub; `faces`
    are (from, to, colour) in degrees from the right, counter-clockwise.
    """
    place = studio.facing(studio.at(*centre, depth)) @ Matrix.Scale(studio.scale(depth), 4)
    parts = [
        rim(radius['rim'], lobes, colours),
        *[face(radius['face'], *one) for one in faces],
        *[line(radius['face'], turn, colours['line']) for _, turn, _ in faces],
        line(radius['face'], faces[0][0], colours['line']),
        ring(radius['face'], colours['line']),
        disc('hub', radius['hub'], 14, 12, colours['hub'], 0.35),
        pointer(radius['rim'], colours),
    ]
    bulb = lamp(colours['line'])
    socket = lamp(colours['crust'], 6.2, 0.35)
    for degrees in range(-90, 271, 15):
        angle = radians(degrees)
        where = Matrix.Translation((radius['pegs'] * cos(angle), radius['pegs'] * sin(angle), 9))
        parts += [copy_of(bulb, where), copy_of(socket, where)]
    for one in (bulb, socket):
        bpy.data.objects.remove(one)
    for part in parts:
        part.matrix_world = place @ part.matrix_world
    if hub is not None:
        hub.matrix_world = place @ Matrix.Translation((0, 0, 22)) @ hub.matrix_world
    return place


def frame(studio, colours, lobes):
    """
    What lies over the wheel of the page, whose radius is 200: all but rim and hub is clear.
    Returns the place of what is on the hub, with a radius of 0.6.
    """
    place = studio.facing(studio.at(210, 210)) @ Matrix.Scale(studio.scale(), 4)
    profile = [(188, -6, 0), (188, 4, 0), (189.5, 7, 0), (193, 9.5, 0), (197, 9, 1), (200, 5, 1), (201, -6, 1)]
    edge = mesh('frame', np.concatenate([circle(*one, lobes * on) for *one, on in profile]), grid_faces(len(profile), 1440), smooth=True)
    edge.data.materials.append(rim_material(colours))
    flat = mesh('face', circle(200, 0, count=90), [range(90)])
    flat.is_shadow_catcher = True
    parts = [edge, flat, disc('hub', 42, 4, 10, colours['hub'], 0.35), disc('crust', 45, 2, 8, colours['crust'], 0.4)]
    for part in parts:
        part.matrix_world = place @ part.matrix_world
    return place @ Matrix.Translation((0, 0, 14)) @ Matrix.Scale(66, 4)


def solid(name, outlines, colour, roughness=0.4, bevel=0.0):
    """Rings of points from the back to the front, the last one filled."""
    count = len(outlines[0])
    points = np.concatenate(outlines)
    faces = grid_faces(len(outlines), count).tolist()
    faces.append(tuple(range(len(points) - count, len(points))))
    made = mesh(name, points, faces)
    made.data.materials.append(plain(name, colour, roughness, clearcoat=0.3))
    if bevel:
        edge = made.modifiers.new('bevel', 'BEVEL')
        edge.width, edge.segments, edge.limit_method = bevel, 4, 'ANGLE'
    return made


def circle(radius, height, lobes=0, count=1440):
    turn = np.linspace(0, 2 * pi, count, endpoint=False)
    # Round lobes with sharp valleys.
    away = radius + (11 * np.abs(np.sin(lobes * turn / 2)) ** 0.6 - 4 if lobes else 0)
    return np.stack([away * np.cos(turn), away * np.sin(turn), np.full(count, height)], -1)


def rim(radius, lobes, colours):
    profile = [(0, -10), (0.5, -2), (0, 4), (-2, 7.5), (-5, 9.5), (-9, 10)]
    outlines = [circle(radius + out, height, lobes) for out, height in profile]
    made = solid('rim', outlines, linear(colours['rim']))
    made.data.polygons.foreach_set('use_smooth', np.ones(len(made.data.polygons), dtype=bool))
    made.data.materials.clear()
    made.data.materials.append(rim_material(colours))
    return made


def rim_material(colours):
    """Browner at the outer edge, as if it had been baked."""
    nodes = Nodes('rim')
    split = nodes.add('SeparateXYZ', Vector=nodes.add('TexCoord').outputs['Object'])
    colour = nodes.ramp(
        nodes.noise(0.03, 4.0), (0.3, linear(colours['crust'])), (0.62, linear(colours['rim']))
    )
    height = nodes.add('MapRange', Value=split.outputs['Z'])
    for name, value in (('From Min', -6.0), ('From Max', 8.0)):
        height.inputs[name].default_value = value
    colour = nodes.mix(height.outputs[0], linear(colours['crust']), colour)
    shader = nodes.add(
        'BsdfPrincipled',
        Base_Color=colour,
        Roughness=0.4,
        Normal=nodes.bump(nodes.noise(0.12, 6.0, 0.7), 0.25, 1.5),
    )
    return nodes.end(shader.outputs['BSDF'])


def face(radius, start, end, colour):
    turn = np.radians(np.linspace(start, end, 90))
    arc = np.stack([radius * np.cos(turn), radius * np.sin(turn)], -1)
    flat = np.concatenate([[[0, 0]], arc])
    back, front = (np.c_[flat, np.full(len(flat), height)] for height in (4.0, 11.0))
    return solid('face', [back, front], linear(colour), 0.32)


def line(radius, turn, colour):
    made = solid(
        'line',
        [np.array([[0, -2, h], [radius, -2, h], [radius, 2, h], [0, 2, h]]) for h in (8.0, 12.6)],
        linear(colour),
    )
    made.matrix_world = Matrix.Rotation(radians(turn), 4, 'Z')
    return made


def ring(radius, colour):
    bpy.ops.mesh.primitive_torus_add(
        major_radius=radius, minor_radius=2.6, major_segments=360, minor_segments=16
    )
    made = bpy.context.object
    made.location.z = 11
    bpy.context.view_layer.update()
    made.data.materials.append(plain('ring', linear(colour), 0.3))
    return made


def disc(name, radius, height, thickness, colour, roughness):
    profile = [(0, 0), (0, thickness - 3), (-0.9, thickness - 0.9), (-3, thickness)]
    outlines = [circle(radius + out, height - 6 + up) for out, up in profile]
    return solid(name, outlines, linear(colour), roughness)


def lamp(colour, radius=4.3, flat=0.75):
    bpy.ops.mesh.primitive_uv_sphere_add(radius=radius, segments=24, ring_count=12)
    made = bpy.context.object
    for vertex in made.data.vertices:
        vertex.co.z *= flat
    bpy.ops.object.shade_smooth()
    made.data.materials.append(plain('lamp', linear(colour), 0.2, clearcoat=0.8))
    return made


def pointer(radius, colours):
    """A drop that hangs over the rim: half of its outline, mirrored."""
    t = np.linspace(0, 1, 24)[:, None]
    one = bezier((26.6, 22), (26.6, -15), (10.7, -19), (0, -44), t)
    half = np.concatenate([[[0, 22]], one])
    outline = np.concatenate([half, half[-2:0:-1] * (-1, 1)])[::-1]

    def at(scale, height):
        flat = outline * scale + (0, radius + 6)
        return np.c_[flat, np.full(len(flat), height)]

    border = solid('border', [at(1.0, 16), at(1.0, 23), at(0.97, 25)], linear(colours['line']), 0.3)
    front = solid('pointer', [at(0.86, 24), at(0.86, 28), at(0.8, 31)], linear(colours['pointer']), 0.25)
    for part in (border, front):
        part.data.polygons.foreach_set('use_smooth', np.zeros(len(part.data.polygons), dtype=bool))
    bpy.ops.mesh.primitive_uv_sphere_add(radius=8.5, segments=32, ring_count=16, location=(0, radius + 6, 31))
    bpy.ops.object.shade_smooth()
    knob = bpy.context.object
    knob.data.materials.append(plain('knob', linear(colours['line']), 0.2, clearcoat=0.8))
    bpy.context.view_layer.update()
    bpy.ops.object.select_all(action='DESELECT')
    for part in (knob, front, border):
        part.select_set(True)
    bpy.context.view_layer.objects.active = border
    bpy.ops.object.join()
    return border


def bezier(p0, p1, p2, p3, t):
    p0, p1, p2, p3 = (np.array(p) for p in (p0, p1, p2, p3))
    return (1 - t) ** 3 * p0 + 3 * (1 - t) ** 2 * t * p1 + 3 * (1 - t) * t**2 * p2 + t**3 * p3
