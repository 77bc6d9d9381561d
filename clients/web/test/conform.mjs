// The program with which schemas/conform.py tests the page:
// `schemas/conform.py --only screen/ -- node clients/web/test/conform.mjs`.

import { createInterface } from 'node:readline';
import { parse, stringify } from '../../javascript/src/json.js';
import { Draft } from '../draft.js';
import { Form } from '../form.js';
import { answer, answered, appearing, asked, at, busy, buttons, cancelling, changed, chosen, confirmation, entered, errorPlace, fraction, isDimmed,
  isEqual, isQuestion, isRefused, isShown, leaving, named, noticed, offered, returned, rowArguments, screensIn, scrolling, settled, start, subtitle,
  visible } from '../screen.js';
import { formatted, titled } from '../text.js';

if (process.env.NODE_TEST_CONTEXT) process.exit(); // `node --test` runs each file of this directory.

const names = (fields) => fields.map((each) => each.name);
const by = (fields, value) => Object.fromEntries(fields.map((each) => [each.name, value(each)]));
const views = (found) => (found ? [found] : []);
const place = (state, { part, row }) => (row === undefined ? state[part] : state[part][row]);
const refuses = (asks, answers) => names(asks.filter((each) => isRefused(each, answers[each.name])));

function scrolls({ parts }, before, after, inSight = []) {
  const found = parts.map((each) => [each.name, scrolling(each, before, after, inSight.includes(each.name))]);
  const rows = found.map(([name, { row }]) => [name, row]).filter(([, row]) => row !== undefined);
  return { scrollsTo: Object.fromEntries(rows), sets: Object.fromEntries(found.flatMap(([, { sets }]) => Object.entries(sets))) };
}

const events = {
  begin: ({ screens }) => ({ screen: start(screensIn(screens))?.name ?? null }),
  pick({ screen, all, answers = {} }) {
    const asks = asked(screen, {}, all);
    return { asks: names(asks), refuses: refuses(asks, answers) };
  },
  look({ screen, state, unsent = [] }) {
    const { parts, actions } = screen, beside = subtitle(screen, state);
    const seen = parts.filter((each) => isShown(each, at(state, each.name)));
    const placed = seen.filter((each) => errorPlace(screen, each, state));
    return {
      shown: names(seen.filter((each) => !placed.includes(each))), about: by(placed, (each) => errorPlace(screen, each, state)), busy: names(busy(screen, state)),
      question: parts.filter(({ role, name }) => role === 'question' && isQuestion(state[name]))
        .map(({ name }) => ({ title: state[name].title, choices: state[name].choices.map((each) => each.title) }))[0] ?? null,
      progress: by(seen.filter((each) => each.role === 'progress'), (each) => fraction(each, state)),
      subtitle: beside === null ? null : formatted(screen.subtitle, beside),
      errors: by(seen.filter((each) => each.role === 'error'), ({ name }) => state[name]),
      columns: by(parts, (each) => names(visible(each))),
      offered: names(buttons(screen)), rowActions: by(parts, (each) => names(buttons(screen, each))),
      cancellable: names(actions.filter((each) => !each.notCancellable)),
      dimmed: names(actions.filter((each) => isDimmed(screen, each, state, unsent))),
    };
  },
  write({ field, value, short, now }) {
    const [part] = screensIn([{ name: 'v', parts: [field] }]).get('v').parts;
    return { text: formatted(part, value, short, 400, new Date(now ?? 0)) };
  },
  open: ({ screen, state, joined }) => ({ calls: appearing(screen, joined)?.name ?? null, ...scrolls(screen, null, state) }),
  change({ screen, state, after, inSight, calling }) {
    const found = changed(screen, state, after, calling);
    const { texts, sets } = noticed(screen, state, after), { scrollsTo, sets: others } = scrolls(screen, state, after, inSight);
    return { opens: found.filter((each) => !each.isOffered).map((each) => each.view),
      offersFile: found.filter((each) => each.isOffered).map((each) => each.view.file), notices: texts, scrollsTo, sets: { ...others, ...sets } };
  },
  answer({ screen, state, part, choice }) {
    const reply = answer(screen, named(screen.parts, part), state[part], state[part].choices[choice ?? -1]);
    return { calls: reply?.action.name ?? null, arguments: reply?.values };
  },
  choose: ({ screen, state, ...at }) => ({ opens: views(chosen(named(screen.parts, at.part), place(state, at))) }),
  call({ screen, state, action: name, at, all, answers = {} }) {
    const action = named(screen.actions, name);
    const given = at ? rowArguments(action, named(screen.parts, at.part), place(state, at)) : {};
    const asks = asked(action, given, all), values = answered(action, given, answers);
    const question = confirmation(screen, action, values, state);
    return {
      asks: names(asks), arguments: values, refuses: refuses(asks, answers),
      offers: by(action.asks, (each) => offered(screen, each, state)
        .map(({ value, name }) => (name ? { value, name: titled(name) } : { value }))),
      confirms: question && { text: question.text, beside: titled(question.beside) || null },
    };
  },
  settle: ({ screen, state, action, arguments: values, refused }) =>
    ({ opens: refused ? [] : views(settled(named(screen.actions, action), values, state)) }),
  return: ({ screen, state, part }) => ({ sets: returned(named(screen.parts, part), state) }),
  enter({ screen, values }) {
    const { action, given } = entered(screen, (name) => values[name]);
    return { calls: action?.name ?? null, arguments: given, asks: action ? names(asked(action, given)) : [] };
  },
  async submit({ screen, state, part, value }) {
    const answer = { sets: {} }, nothing = () => {}, field = named(screen.parts, part), draft = new Draft(field);
    const form = new Form(screen, null, { edited: nothing, request: (action) => form.call(action, {}),
      run: async (view, action) => { answer.calls = action.name; } });
    const editor = { field, draft, served: state[part], valueOf: (text) => text, draw: nothing,
      begin: (text) => draft.begin(field, text) };
    draft.editor = editor;
    form.editors.set(part, editor);
    form.begin({ state, set: async (values) => { answer.sets = values; } });
    draft.typed = value;
    await form.enter(editor);
    return answer;
  },
  type({ screen, part, steps }) {
    const draft = new Draft(named(screen.parts, part));
    const does = { state: 'serve', type: 'edit', enter: 'enter', ended: 'end', recall: 'recall', closed: 'close', lost: 'lose' };
    return { texts: steps.map(({ by, ...step }) => {
      const [[name, text]] = Object.entries(step), { field } = draft;
      const sends = name === 'opened' ? draft.begin(field, text) : draft[does[name]](text, by), { shown, kept, doubtful } = draft;
      const lists = { ...(kept.length && { kept: [...kept] }), ...(doubtful.length && { doubtful: [...doubtful] }) };
      return { shown, ...lists, ...(sends != null && { sends }) };
    }) };
  },
  cancel: ({ screen, state }) => ({ calls: cancelling(screen, state)?.name ?? null }),
  narrow: ({ screen, part }) => ({ leaves: names(leaving(visible(named(screen.parts, part)))) }),
};

const does = {
  hello: () => ({ name: 'the web page of svvs', can: ['screen'] }),
  screen({ event, screen, ...given }) {
    return events[event]({ ...given, screen: screen && screensIn([screen]).get(screen.name) });
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { do: what, ...request } = parse(line);
  const answer = await Promise.resolve(request).then(does[what]).catch(({ stack }) => ({ error: stack }));
  console.log(stringify(answer));
}
