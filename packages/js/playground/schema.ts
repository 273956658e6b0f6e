/** The arguments of a tool as fields of a form, from its JSON Schema. */

import type { Tool } from '../dist/types.js';

export type FieldKind = 'text' | 'integer' | 'number' | 'boolean' | 'choice' | 'list' | 'json';

/** An argument as a field. */
export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  readonly help: string;
  readonly isRequired: boolean;
  /** Whether the tool leaves it out of the short form of its schema. */
  readonly isExtra: boolean;
  readonly choices: readonly string[];
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  /** The default as JSON text. */
  readonly standard: string | undefined;
  /** The most items of a list. */
  readonly maxItems: number | undefined;
}

/** The parts of a schema that the tools use. */
interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly maxItems?: number;
}

interface ObjectSchema {
  readonly properties?: { readonly [name: string]: Schema };
  readonly required?: readonly string[];
}

/** Bounds that only say that a number is exact are not worth reading. */
const EXACT = Number.MAX_SAFE_INTEGER;

function kindOf({ type, enum: choices }: Schema): FieldKind {
  if (choices !== undefined) return 'choice';
  switch (type) {
    case 'string':
      return 'text';
    case 'integer':
    case 'number':
    case 'boolean':
      return type;
    case 'array':
      return 'list';
    default:
      return 'json';
  }
}

/** Returns the fields of a tool, those of the short form first. */
export function fieldsOf({ parameters, fullParameters }: Tool): Field[] {
  const short = (parameters as ObjectSchema).properties ?? {};
  const full = fullParameters as ObjectSchema;
  const required = (parameters as ObjectSchema).required ?? full.required ?? [];
  const fields = Object.entries(full.properties ?? {}).map(([name, schema]): Field => ({
    name,
    kind: kindOf(schema),
    help: schema.description ?? '',
    isRequired: required.includes(name),
    isExtra: !Object.hasOwn(short, name),
    choices: schema.enum ?? [],
    minimum: schema.minimum === -EXACT ? undefined : schema.minimum,
    maximum: schema.maximum === EXACT ? undefined : schema.maximum,
    standard: schema.default === undefined ? undefined : JSON.stringify(schema.default),
    maxItems: schema.maxItems,
  }));
  return fields.sort((one, other) => Number(one.isExtra) - Number(other.isExtra));
}

/** Returns whether a number argument may be negative, which then counts from the end. */
export function canBeNegative(tool: Tool, name: string): boolean {
  const schema = (tool.fullParameters as ObjectSchema).properties?.[name];
  return schema?.minimum !== undefined && schema.minimum < 0;
}
