import * as z from 'zod/mini';

type Schema = z.core.$ZodType;

/**
 * The same schema without tolerance: no further fields, and no default or replacement for missing
 * or invalid values.
 */
export function strictly(schema: Schema): Schema {
  if (schema instanceof z.ZodMiniObject) {
    const { def } = schema;
    const shape = Object.fromEntries(
      Object.entries(def.shape).map(([key, part]) => [key, strictly(part)]),
    );
    // An object declared as loose stays loose.
    return z.core.clone(schema, { ...def, shape, catchall: def.catchall ?? z.never() });
  }
  if (schema instanceof z.ZodMiniArray) {
    const { def } = schema;
    return z.core.clone(schema, { ...def, element: strictly(def.element) });
  }
  if (schema instanceof z.ZodMiniRecord) {
    const { def } = schema;
    return z.core.clone(schema, { ...def, valueType: strictly(def.valueType) });
  }
  if (schema instanceof z.ZodMiniDiscriminatedUnion) {
    return z.union(schema.def.options.map(strictly));
  }
  if (schema instanceof z.ZodMiniUnion) {
    const { def } = schema;
    return z.core.clone(schema, { ...def, options: def.options.map(strictly) });
  }
  if (schema instanceof z.ZodMiniNullable || schema instanceof z.ZodMiniOptional) {
    const { def } = schema;
    return z.core.clone(schema, { ...def, innerType: strictly(def.innerType) });
  }
  if (schema instanceof z.ZodMiniDefault || schema instanceof z.ZodMiniCatch) {
    return strictly(schema.def.innerType);
  }
  return schema;
}

/** @returns what is wrong with the value as sent, that is without undefined fields */
export function faultsOf(strict: Schema, value: unknown): string | undefined {
  const sent: unknown = JSON.parse(JSON.stringify(value));
  const { error } = z.core.safeParse(strict, sent);
  return error && z.core.prettifyError(error);
}
