import type { AnyStateNode } from 'xstate';
import { callMachine } from '../call-machine';
import { times } from '../rules';

/** Mermaid drawings of the call's chart, read from the chart itself. */

const delaysMs = new Map(Object.entries(times));

/** @param eventType as XState names it, e.g. `xstate.after.agentDue.call.underWay` */
function eventLabel(node: AnyStateNode, eventType: string): string {
  if (eventType === '') return 'always';
  const [, , delay = ''] = eventType.split('.');
  if (eventType.startsWith('xstate.after.')) {
    const ms = delaysMs.get(delay);
    return typeof ms === 'number' ? `after ${ms / 1000} s` : `after ${delay}`;
  }
  const { src } = node.invoke.find(({ id }) => eventType.endsWith(id)) ?? {};
  const work = typeof src === 'string' ? src : 'work';
  if (eventType.startsWith('xstate.done.actor')) return `${work} done`;
  if (eventType.startsWith('xstate.error')) return `${work} failed`;
  return eventType.startsWith('xstate.done') ? 'all done' : eventType;
}

function guardLabel(guard: unknown): string {
  return guard === undefined ? '' : ` [${guardName(guard)}]`;
}

/** The name of a guard with its parameters, or the names that `and` combines. */
function guardName(guard: unknown): string {
  if (typeof guard === 'function' && 'guards' in guard && Array.isArray(guard.guards))
    return guard.guards.map(guardName).join(' and ');
  if (guard === null || typeof guard !== 'object' || !('type' in guard)) return String(guard);
  const params = 'params' in guard && guard.params ? Object.values(guard.params) : [];
  return [guard.type, ...params].join(' ');
}

interface Arrow {
  from: AnyStateNode;
  to: AnyStateNode;
  label: string;
}

function arrowsOf(node: AnyStateNode): Arrow[] {
  const own = [...node.transitions.values(), node.always ?? []].flat().flatMap((transition) =>
    (transition.target ?? []).map((to) => ({
      from: node,
      to,
      label: eventLabel(node, transition.eventType) + guardLabel(transition.guard),
    })),
  );
  return [...own, ...Object.values(node.states).flatMap(arrowsOf)];
}

class Drawing {
  readonly #root: AnyStateNode;
  readonly #isOpened: (node: AnyStateNode) => boolean;
  readonly #drawn = new Set<AnyStateNode>();
  readonly #lines: string[] = ['stateDiagram-v2'];

  /** @param isOpened true for a state that is drawn with the states in it */
  constructor(root: AnyStateNode, isOpened: (node: AnyStateNode) => boolean) {
    this.#root = root;
    this.#isOpened = isOpened;
    this.#drawState(root, '  ');
    this.#drawArrows();
  }

  toString(): string {
    return this.#lines.join('\n');
  }

  /** A state outside of the drawing is named by its last part. */
  #idOf(node: AnyStateNode): string {
    const isInside = this.#root.path.every((part, at) => node.path[at] === part);
    const path = isInside ? node.path.slice(this.#root.path.length) : node.path.slice(-1);
    return path.join('_') || node.key;
  }

  #drawState(node: AnyStateNode, indent: string): void {
    this.#drawn.add(node);
    const children = Object.values(node.states);
    const isBox = node !== this.#root || node.type === 'parallel';
    if (isBox) this.#lines.push(`${indent}state "${node.key}" as ${this.#idOf(node)}`);
    if (children.length === 0 || !this.#isOpened(node)) return;
    if (isBox) this.#lines.push(`${indent}state ${this.#idOf(node)} {`);
    const inner = isBox ? `${indent}  ` : indent;
    const [initial] = node.initial?.target ?? [];
    if (initial) this.#lines.push(`${inner}[*] --> ${this.#idOf(initial)}`);
    children.forEach((child, at) => {
      if (node.type === 'parallel' && at > 0) this.#lines.push(`${inner}--`);
      this.#drawState(child, inner);
    });
    if (isBox) this.#lines.push(`${indent}}`);
  }

  #nearestDrawn(node: AnyStateNode): AnyStateNode | undefined {
    let at: AnyStateNode | undefined = node;
    while (at && !this.#drawn.has(at)) at = at.parent;
    return at;
  }

  #drawArrows(): void {
    const labels = new Map<string, Set<string>>();
    for (const arrow of arrowsOf(this.#root)) {
      const from = this.#nearestDrawn(arrow.from);
      const to = this.#nearestDrawn(arrow.to);
      const isHidden = from === to && arrow.from !== from;
      if (!from || from === this.#root || isHidden) continue;
      const target = this.#idOf(to && to !== this.#root ? to : arrow.to);
      const key = `  ${this.#idOf(from)} --> ${target}`;
      labels.set(key, (labels.get(key) ?? new Set()).add(arrow.label));
    }
    // Mermaid reads a second colon as the end of the label.
    for (const [key, all] of labels) this.#lines.push(`${key}: ${[...all].join(', ').replaceAll(':', '')}`);
  }
}

function stateOf(...path: string[]): AnyStateNode {
  let node: AnyStateNode = callMachine.root;
  for (const name of path) {
    const next: AnyStateNode | undefined = node.states[name];
    if (!next) throw new Error(`The chart has no state ${path.join('.')}`);
    node = next;
  }
  return node;
}

const always = () => true;
const overview = ['', 'off', 'underWay'];

const drawings = {
  'The call': new Drawing(callMachine.root, ({ path }) => overview.includes(path.join('.'))),
  Preparing: new Drawing(stateOf('underWay', 'preparing'), always),
  Live: new Drawing(stateOf('underWay', 'live'), always),
};

/** The page docs/call-chart.md. */
export function chartPage(): string {
  const sections = Object.entries(drawings).map(
    ([title, drawing]) => `## ${title}\n\n\`\`\`mermaid\n${drawing}\n\`\`\`\n`,
  );
  return `# The chart of the browser's call\n\nGenerated from \`components/call/chart\` by \`npm run diagram\`.\n\n${sections.join('\n')}`;
}
