# The paper tag of a tea bag, on which HOME writes the highest amount.
from math import radians

import bpy
import numpy as np
from mathutils import Matrix, Vector

from studio import Nodes, linear
from wheel import solid


def tag(studio, centre, turn, paper, thread, knot, depth=-0.1):
    """`turn` is degrees clockwise, as the amount's; the string ends at `knot`."""
    place = studio.facing(studio.at(*centre, depth)) @ Matrix.Scale(studio.scale(depth), 4)
    place = place @ Matrix.Rotation(radians(-turn), 4, 'Z') @ Matrix.Rotation(radians(5), 4, 'Y')
    outline = rounded([(-58, 52), (-84, 24), (-84, -24), (-58, -52), (78, -52), (78, 52)], 9)
    card = solid('tag', [np.c_[outline, np.full(len(outline), h)] for h in (0.0, 1.6)], linear(paper))
    card.data.materials[0] = paper_material(paper)
    card.matrix_world = place
    for part in stitches(inset(outline, 7), thread):
        part.matrix_world = place
    eyelet(place, thread)
    string(place, studio.at(*knot, 0.05))


def rounded(corners, radius):
    points = []
    for at, corner in enumerate(corners):
        before, after = np.array(corners[at - 1]), np.array(corners[(at + 1) % len(corners)])
        corner = np.array(corner, dtype=float)
        one = corner + (before - corner) / np.linalg.norm(before - corner) * radius
        two = corner + (after - corner) / np.linalg.norm(after - corner) * radius
        for t in np.linspace(0, 1, 8):
            points.append((1 - t) ** 2 * one + 2 * t * (1 - t) * corner + t**2 * two)
    return np.array(points)


def inset(outline, by):
    return outline * (1 - by / np.abs(outline).max(axis=0))


def stitches(outline, colour):
    """A dashed line just above the paper."""
    closed = np.vstack([outline, outline[:1]])
    lengths = np.r_[0, np.cumsum(np.linalg.norm(np.diff(closed, axis=0), axis=1))]
    at = lambda along: np.array([np.interp(along % lengths[-1], lengths, closed[:, axis]) for axis in (0, 1)])
    for start in np.arange(0, lengths[-1], 11.0):
        one, two = at(start), at(start + 6.0)
        side = np.array((-(two - one)[1], (two - one)[0]))
        side = side / np.linalg.norm(side) * 1.1
        corners = [one - side, two - side, two + side, one + side]
        yield solid('stitch', [np.array([[*c, h] for c in corners]) for h in (1.4, 2.3)], linear(colour), 0.7)


def eyelet(place, colour):
    bpy.ops.mesh.primitive_torus_add(major_radius=6, minor_radius=2, major_segments=48)
    made = bpy.context.object
    bpy.ops.object.shade_smooth()
    made.matrix_world = place @ Matrix.Translation((-66, 0, 1.6))
    made.data.materials.append(bpy.data.materials['stitch'] if 'stitch' in bpy.data.materials else None)


def string(place, knot):
    end = place.inverted() @ knot
    curve = bpy.data.curves.new('string', 'CURVE')
    curve.dimensions, curve.bevel_depth = '3D', 1.0
    line = curve.splines.new('BEZIER')
    line.bezier_points.add(1)
    one, two = line.bezier_points
    one.co, one.handle_left, one.handle_right = (-66, 0, 4), (-56, 0, 4), (-96, 2, 14)
    two.co, two.handle_left, two.handle_right = end, end + Vector((34, -8, 0)), end + Vector((-8, 4, 0))
    made = bpy.data.objects.new('string', curve)
    bpy.context.scene.collection.objects.link(made)
    made.matrix_world = place
    nodes = Nodes('string')
    shader = nodes.add('BsdfPrincipled', Base_Color=linear('#f4fbee'), Roughness=0.8)
    curve.materials.append(nodes.end(shader.outputs['BSDF']))


def paper_material(colour):
    nodes = Nodes('paper')
    shader = nodes.add(
        'BsdfPrincipled',
        Base_Color=linear(colour),
        Roughness=0.75,
        Normal=nodes.bump(nodes.noise(0.6, 6.0, 0.7), 0.2, 0.6),
    )
    return nodes.end(shader.outputs['BSDF'])
