// Reads the view types of an app with their hints, as `schemas/HINTS.md` describes them. Pure functions.

const KINDS = { string: 'text', integer: 'integer', number: 'number', boolean: 'choice', object: 'record', array: 'rows' };
const WORD = /[A-Z]{2,}s?(?![a-z])\d*|[A-Z]+(?![a-z])\d*|[A-Z]?[a-z][a-z\d]*|\d+[a-z\d]*|\p{L}+/gu;
/** The maximum depth of nested records, because a definition may refer to itself. */
const DEPTH = 3;

export const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
export const isNumber = (value) => typeof value === 'number' || typeof value === 'bigint';
const object = (value) => (isObject(value) ? value : {});
const list = (value) => (Array.isArray(value) ? value : []);
const text = (value) => (typeof value === 'string' ? value : '');

/** The own member of an object; undefined if it has none. */
export const at = (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined);

/** A JSON text of a value with sorted keys. Equal values have equal texts. */
export const canonical = (value) => JSON.stringify(value, (_, each) => (isObject(each)
  ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
  : typeof each === 'bigint' ? String(each) : each)) ?? 'null';
export const isEqual = (one, other) => one === other
  || (typeof one === 'object' && typeof other === 'object' && canonical(one) === canonical(other));

/** A title for a name that has none. */
export function titleOf(name) {
  const words = (name.match(WORD) ?? []).map((word) => {
    const start = word.slice(0, 2);
    return word.length > 1 && start === start.toUpperCase() && start !== start.toLowerCase() ? word : word.toLowerCase();
  }).join(' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1) || name;
}

const title = (name, schema) => text(at(schema, 'title')) || titleOf(name);

/** The members of a part of a schema, first those that the list of the order names. */
function ordered(schema, part, order) {
  const members = object(at(schema, part));
  const names = list(at(schema, order)).filter((name) => typeof name === 'string' && Object.hasOwn(members, name));
  return [...new Set([...names, ...Object.keys(members)])].map((name) => [name, object(members[name])]);
}

function source(hint) {
  const property = at(hint, 'property');
  return typeof property === 'string' ? { property, member: text(at(hint, 'member')) || null } : null;
}

const required = (action) => list(at(at(action, 'arguments'), 'required'));

function formatOf(schema, kind) {
  const own = at(schema, 'x-format'), general = at(schema, 'format'), money = at(own, 'money');
  if ((kind === 'integer' || kind === 'number') && /^[A-Z]{3}$/.test(text(money))) return { currency: money };
  if (kind !== 'text') return null;
  if (own === 'longText') return { format: own };
  return ['date-time', 'uri'].includes(general) ? { format: general, isLoose: own === 'time' || own === 'url' } : null;
}

/**
 * The view types by name, in the order of their declarations, from the result of `rpc.discover`.
 * Hints that are unknown, malformed, or name something that does not exist are left out.
 */
export function viewTypes(document) {
  const types = new Map(ordered(document, 'x-viewTypes', 'x-viewTypeOrder'));
  const definitions = object(at(at(document, 'components'), 'schemas'));
  return new Map([...types].map(([name, schema]) => [name, viewType(name, schema, types, definitions)]));
}

function viewType(name, schema, types, definitions) {
  const read = (each, depth = 0) => members(each, depth, types, definitions);
  const actions = ordered(schema, 'actions', 'actionOrder');
  const free = new Set(actions.filter(([, each]) => !required(each).length).map(([each]) => each));
  const properties = ordered(schema, 'properties', 'propertyOrder')
    .map(([each, one]) => field(each, one, 0, false, types, definitions));
  const arrays = new Map(properties.filter((each) => each.kind === 'rows').map((each) => [each.name, each]));
  const names = new Set(properties.map((each) => each.name));
  for (const each of properties) {
    if (!arrays.has(each.filters)) each.filters = null;
    const submits = free.has(each.submits);
    if (each.filters || submits) each.never = false;
    if (each.filters) each.whenTrue = false;
    if (!submits || !each.settable) each.submits = null;
    if (!free.has(each.cancel)) each.cancel = null;
    if (!(each.target?.member && names.has(each.target.property))) each.target = null;
  }
  const secret = new Set(properties.filter((each) => each.secret).map((each) => each.name));
  const withId = [...arrays.values()].filter((each) => each.members.some((one) => one.name === 'id'));
  const ids = withId.length === 1 ? { property: withId[0].name, member: 'id' } : null;
  const subtitle = source(at(schema, 'subtitle'));
  const onAppear = at(schema, 'onAppear');
  return {
    name, properties, title: title(name, schema), description: text(at(schema, 'description')),
    params: read(at(schema, 'params')), isStart: at(schema, 'isStart') === true,
    onAppear: actions.some(([each]) => each === onAppear) ? onAppear : null,
    subtitle: names.has(subtitle?.property) ? subtitle : null,
    actions: actions.map(([each, one]) => {
      const taken = read(at(one, 'arguments'));
      const needed = taken.filter((argument) => argument.required);
      for (const argument of taken) {
        if (!arrays.has(argument.source?.property)) {
          argument.source = needed.length === 1 && needed[0] === argument && argument.name === 'id' ? ids : null;
        }
        argument.secret ||= secret.has(argument.name);
      }
      return {
        name: each, title: title(each, one), description: text(at(one, 'description')), arguments: taken, required: needed,
        opens: destination(at(one, 'opens'), types), cancellable: at(one, 'isCancellable') !== false,
        rowSource: needed.length === 1 ? needed[0].source : null,
      };
    }),
  };
}

function members(schema, depth, types, definitions) {
  const needed = list(at(schema, 'required'));
  return ordered(schema, 'properties', 'propertyOrder')
    .map(([name, each]) => field(name, each, depth, needed.includes(name), types, definitions));
}

/** A property, a parameter, an argument, or a member of a record. */
function field(name, schema, depth, isRequired, types, definitions) {
  const { value, nullable } = resolved(schema, definitions);
  const values = list(at(value, 'enum')), type = at(value, 'type');
  const kind = values.length ? 'choice' : (typeof type === 'string' && at(KINDS, type)) || 'json';
  const shape = kind === 'rows' ? resolved(object(at(value, 'items')), definitions).value : value;
  const error = at(schema, 'x-error') === true, idle = at(schema, 'x-busyUnless'), priority = at(schema, 'x-priority');
  const fromEnd = kind === 'rows' && at(schema, 'x-scrollsFrom') === 'end', shown = at(schema, 'x-shown');
  return {
    name, kind, nullable, error, fromEnd, required: isRequired, title: title(name, schema),
    description: text(at(schema, 'description')),
    choices: values.length ? values : type === 'boolean' ? [false, true] : [],
    isBoolean: type === 'boolean' && !values.length,
    members: depth < DEPTH ? members(shape, depth + 1, types, definitions) : [],
    settable: at(schema, 'readOnly') !== true, secret: at(schema, 'writeOnly') === true,
    filters: text(at(schema, 'x-filters')) || null, submits: text(at(schema, 'x-submits')) || null,
    idle: Array.isArray(idle) ? idle : null,
    cancel: Array.isArray(idle) ? text(at(schema, 'x-cancelAction')) || null : null,
    opens: destination(at(schema, 'x-opens'), types), source: source(at(schema, 'x-source')),
    ...{ format: '', currency: '', ...(formatOf(schema, kind) ?? formatOf(value, kind)) },
    titles: new Map(Object.entries(object(at(value, 'x-enumTitles'))).filter(([, each]) => text(each))),
    never: shown === 'never' && !error, whenTrue: shown === 'whenTrue' && type === 'boolean' && !error,
    target: fromEnd ? source(at(schema, 'x-scrollTarget')) : null,
    priority: Number.isInteger(priority) ? priority : 0,
  };
}

/** The schema of the value, and whether it may be null instead. */
function resolved(schema, definitions) {
  let nullable = false;
  for (let steps = 0; steps < 8; steps++) { // A definition may refer to itself.
    const choices = at(schema, 'anyOf') ?? at(schema, 'oneOf'), reference = at(schema, '$ref'), type = at(schema, 'type');
    if (Array.isArray(choices)) {
      const others = choices.map(object).filter((each) => at(each, 'type') !== 'null');
      nullable ||= others.length < choices.length;
      if (others.length !== 1) break;
      [schema] = others;
    } else if (typeof reference === 'string') {
      schema = object(at(definitions, reference.split('/').pop()));
    } else if (Array.isArray(type)) {
      const rest = type.filter((each) => each !== 'null');
      return { value: { ...schema, type: rest.length === 1 ? rest[0] : null }, nullable: nullable || rest.length < type.length };
    } else {
      return { value: schema, nullable };
    }
  }
  return { value: {}, nullable };
}

function destination(hint, types) {
  const type = at(hint, 'type');
  if (!types.has(type)) return null;
  return { type, params: Object.entries(object(at(hint, 'params'))).filter(([, member]) => typeof member === 'string') };
}
