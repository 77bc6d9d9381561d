// The part of JSON Schema that the schemas use. An unknown keyword is an error, so that every keyword is checked.

const types = {
  null: (value) => value === null,
  boolean: (value) => typeof value === 'boolean',
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  array: (value) => Array.isArray(value),
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

const sameJSON = (a, b) => JSON.stringify(a) === JSON.stringify(b); // The values of `const` and `enum` are texts here.
const annotations = ['description', 'format', 'readOnly', 'writeOnly', '$schema', '$defs', 'schemaHash', 'viewTypes'];
const members = (value) => (types.object(value) ? Object.entries(value) : []);
const elements = (value) => (Array.isArray(value) ? [...value.entries()] : []);
const escaped = (key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;

// The function of each keyword returns its faults; `all` returns those of a part under another schema, with their paths.
const keywords = {
  type: (want, value) => ([want].flat().some((type) => types[type](value)) ? [] : [`is not of type ${want}`]),
  const: (want, value) => (sameJSON(want, value) ? [] : [`is not ${want}`]),
  enum: (wants, value) => (wants.some((want) => sameJSON(want, value)) ? [] : [`is not one of ${wants}`]),
  minimum: (want, value) => (types.number(value) && value < want ? [`is less than ${want}`] : []),
  maximum: (want, value) => (types.number(value) && value > want ? [`is more than ${want}`] : []),
  minItems: (want, value) => (Array.isArray(value) && value.length < want ? ['has too few elements'] : []),
  maxItems: (want, value) => (Array.isArray(value) && value.length > want ? ['has too many elements'] : []),
  required: (names, value) =>
    types.object(value) ? names.filter((name) => !Object.hasOwn(value, name)).map((name) => `lacks ${name}`) : [],
  anyOf: (schemas, value, all) => (schemas.some((schema) => !all(schema, value).length) ? [] : ['fits none of anyOf']),
  oneOf: (schemas, value, all) => {
    const count = schemas.filter((schema) => !all(schema, value).length).length;
    return count === 1 ? [] : [`fits ${count} of oneOf`];
  },
  not: (schema, value, all) => (all(schema, value).length ? [] : ['fits what it must not']),
  items: (schema, value, all) => elements(value).flatMap(([index, element]) => all(schema, element, escaped(index))),
  properties: (schemas, value, all) =>
    members(value).flatMap(([name, member]) =>
      Object.hasOwn(schemas, name) ? all(schemas[name], member, escaped(name)) : []),
  additionalProperties: (schema, value, all, siblings) =>
    members(value).flatMap(([name, member]) =>
      Object.hasOwn(siblings.properties ?? {}, name) ? [] : all(schema, member, escaped(name))),
};

function resolved(reference, root) {
  const keys = decodeURIComponent(reference).split('/').slice(1);
  return keys.reduce((node, key) => node[key.replaceAll('~1', '/').replaceAll('~0', '~')], root);
}

/** The faults of a value under a schema, as texts that begin with the path; none if it is valid. */
export function faults(value, schema, root = schema, path = '') {
  if (schema === true) return [];
  if (schema === false) return [`${path} may not be there`];
  return Object.entries(schema).flatMap(([keyword, want]) => {
    if (annotations.includes(keyword)) return [];
    if (keyword === '$ref') return faults(value, resolved(want, root), root, path);
    if (!keywords[keyword]) throw new Error(`${keyword} is not a keyword that the validator supports.`);
    const all = (inner, part, step = '') => faults(part, inner, root, path + step);
    const nested = ['items', 'properties', 'additionalProperties'].includes(keyword);
    const found = keywords[keyword](want, value, all, schema);
    return nested ? found : found.map((text) => `${path} ${text}`);
  });
}
