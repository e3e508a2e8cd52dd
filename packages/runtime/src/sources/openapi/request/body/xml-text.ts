// A body as XML, by what its schema says under `xml`: names, attributes, wrapped lists, prefixes and namespaces.
//
// Threat: text that would end its element, and names that a program chose where the schema allows any property.
// Text is escaped; a name that is not an XML name is refused, and so is a character that XML cannot express.

import { type Json, memberSchema, itemSchema, schemaWith } from './schema-walk.js';
import type { References } from '../../document/references.js';
import { unwritable } from './unwritable.js';

export function xmlText(value: unknown, schema: unknown, references: References): string {
  const name = rootName(schema, references);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(name, value, schema, references)}`;
}

/** The schema's own name for it, else what the component is called. */
function rootName(schema: unknown, references: References): string {
  const reference = typeof schema === 'object' && schema !== null && '$ref' in schema ? String(schema.$ref) : undefined;
  return xmlOf(schemaWith(schema, references)).name ?? reference?.split('/').at(-1) ?? 'root';
}

function element(name: string, value: unknown, schema: unknown, references: References): string {
  const own = schemaWith(schema, references);
  const xml = xmlOf(own);
  const tag = tagOf(name, xml);
  const space =
    xml.namespace === undefined
      ? ''
      : ` xmlns${xml.prefix === undefined ? '' : `:${xml.prefix}`}="${escaped(name, xml.namespace)}"`;
  if (Array.isArray(value)) return list(name, value, { own, tag, space }, references);
  if (value === null || value === undefined) throw unwritable(name, 'XML cannot express null; leave it out');
  if (typeof value !== 'object') return `<${tag}${space}>${escaped(name, String(value))}</${tag}>`;
  const attributes: string[] = [];
  const children: string[] = [];
  for (const [key, one] of Object.entries(value)) {
    if (one === undefined) continue;
    const member = memberSchema(own, key, references);
    const said = xmlOf(schemaWith(member, references));
    const called = said.name ?? key;
    if (said.attribute === true) attributes.push(` ${tagOf(called, said)}="${escaped(key, attributeText(key, one))}"`);
    else children.push(element(called, one, member, references));
  }
  return `<${tag}${space}${attributes.join('')}>${children.join('')}</${tag}>`;
}

interface ListElement {
  readonly own: Json;
  readonly tag: string;
  readonly space: string;
}

/** Wrapped in an element of its own, or one element after another. */
function list(
  name: string,
  values: readonly unknown[],
  { own, tag, space }: ListElement,
  references: References,
): string {
  const items = itemSchema(own);
  const called = xmlOf(schemaWith(items, references)).name ?? name;
  const inner = values.map((one) => element(called, one, items, references)).join('');
  return xmlOf(own).wrapped === true ? `<${tag}${space}>${inner}</${tag}>` : inner;
}

interface Xml {
  readonly name?: string;
  readonly prefix?: string;
  readonly namespace?: string;
  readonly attribute?: boolean;
  readonly wrapped?: boolean;
}

function xmlOf({ xml }: Json): Xml {
  if (typeof xml !== 'object' || xml === null) return {};
  const text = (key: string): Record<string, string> => {
    const value: unknown = Reflect.get(xml, key);
    return typeof value === 'string' ? { [key]: value } : {};
  };
  return {
    ...text('name'),
    ...text('prefix'),
    ...text('namespace'),
    attribute: Reflect.get(xml, 'attribute') === true,
    wrapped: Reflect.get(xml, 'wrapped') === true,
  };
}

function tagOf(name: string, { prefix }: Xml): string {
  const tag = prefix === undefined ? name : `${prefix}:${name}`;
  if (!/^[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?$/.test(tag))
    throw unwritable(name, 'it is not the name of an XML element');
  return tag;
}

function attributeText(name: string, value: unknown): string {
  if (typeof value === 'object') throw unwritable(name, 'an attribute of XML is one text or number');
  return String(value);
}

function escaped(name: string, text: string): string {
  if (/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.test(text))
    throw unwritable(name, 'it contains a character that XML cannot express');
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;');
}
