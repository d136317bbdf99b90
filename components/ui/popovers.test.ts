import { afterEach, expect, test, vi } from 'vitest';
import { hidePopover, isPopoverOpen, openOldPopovers, showPopover } from './popovers';

/** As much of an element as a browser without popovers has. */
class OldElement extends EventTarget {
  readonly #attributes = new Map<string, string>();
  readonly toggled: string[] = [];

  constructor(attributes: Record<string, string>) {
    super();
    for (const [name, value] of Object.entries(attributes)) this.#attributes.set(name, value);
    this.addEventListener('toggle', (event) => this.toggled.push(String(Reflect.get(event, 'newState'))));
  }
  getAttribute(name: string) {
    return this.#attributes.get(name) ?? null;
  }
  hasAttribute(name: string) {
    return this.#attributes.has(name);
  }
  toggleAttribute(name: string, on: boolean) {
    if (on) this.#attributes.set(name, '');
    else this.#attributes.delete(name);
  }
  closest(selector: string): OldElement | null {
    return this.hasAttribute(selector.slice(1, -1)) ? this : null;
  }
  contains(other: unknown) {
    return other === this;
  }
}

afterEach(() => vi.unstubAllGlobals());

test('in a browser without popovers the buttons open and close them, and so do the scripts', () => {
  const form = new OldElement({ id: 'call-form', popover: 'auto' });
  const [button, elsewhere] = [new OldElement({ popovertarget: 'call-form' }), new OldElement({})];
  const window = new EventTarget();
  vi.stubGlobal('Element', OldElement);
  vi.stubGlobal('HTMLElement', OldElement);
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', {
    getElementById: (id: string) => (id === 'call-form' ? form : null),
    querySelectorAll: () => (form.hasAttribute('data-open') ? [form] : []),
  });
  const end = openOldPopovers();
  const press = (target: OldElement, isTaken = false) => {
    const event = new Event('click', { cancelable: true });
    Object.defineProperty(event, 'target', { value: target });
    if (isTaken) event.preventDefault();
    window.dispatchEvent(event);
  };
  const popover = document.getElementById('call-form');
  if (!popover) throw new Error('no popover');

  press(button, true);
  expect(isPopoverOpen(popover)).toBe(false);
  press(button);
  press(form);
  expect(isPopoverOpen(popover)).toBe(true);
  press(elsewhere);
  expect(isPopoverOpen(popover)).toBe(false);
  press(button);
  press(button);
  window.dispatchEvent(Object.assign(new Event('keydown'), { key: 'Escape' }));
  showPopover(popover);
  hidePopover(popover);
  hidePopover(popover);
  expect(form.toggled).toEqual(['open', 'closed', 'open', 'closed', 'open', 'closed']);
  end();
  press(button);
  expect(isPopoverOpen(popover)).toBe(false);
});
