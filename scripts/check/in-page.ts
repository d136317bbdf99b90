import { randomInt } from 'node:crypto';

/** Actions and readings of a check, as expressions that the browser evaluates. */
export const stepTimeoutMs = 60_000;

/** One step of a check: what it is, and the expression whose value is printed. */
export type Step = [what: string, expression: string];

const quoted = JSON.stringify;

/** Tries the expression until it gives something. */
export function waiting(expression: string): string {
  return `new Promise((resolve, reject) => {
    const until = Date.now() + ${stepTimeoutMs};
    const look = () => {
      const found = ${expression};
      if (found) resolve(found);
      else if (Date.now() > until) reject(new Error('not seen; the page says: ' + (document.querySelector('#call-panel') ?? document.body).innerText.slice(0, 400)));
      else setTimeout(look, 200);
    };
    look();
  })`;
}

/** Fails the check where the condition does not hold. */
export const holds = (condition: string) =>
  `(() => { if (!(${condition})) throw new Error('it is not so'); return 'yes'; })()`;

export const button = (name: string) =>
  `[...document.querySelectorAll('button')].find((one) => one.checkVisibility() && (one.innerText.trim() === ${quoted(name)} || one.ariaLabel === ${quoted(name)}))`;

export const press = (name: string) =>
  waiting(`(() => { const one = ${button(name)}; one?.click(); return one && 'pressed'; })()`);

export const panelSays = (text: string) =>
  waiting(`document.querySelector('#call-panel')?.innerText.includes(${quoted(text)})`);

export const pageSays = (text: string) => waiting(`document.body.innerText.includes(${quoted(text)})`);

/** Puts text into the open form's field of the number, and gives what stands there then. */
export const typePhone = (text: string) =>
  waiting(`(() => {
  const field = document.querySelector(':popover-open input[type=tel]');
  if (!field) return null;
  field.value = ${quoted(text)};
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
  return field.value;
})()`);

/** A number that nobody else uses in a check. */
export const newNumber = () => `90 ${randomInt(100, 1000)} ${randomInt(10, 100)} ${randomInt(10, 100)}`;
