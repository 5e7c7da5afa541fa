const wrapper = ".mantine-InputWrapper-root";

/** Focuses the first field of a form that has an error, and brings it into view with its label and its message. */
export function showFirstError(form: HTMLElement): void {
  const first = form.querySelector<HTMLElement>(`[aria-invalid="true"], ${wrapper}[data-error]`);
  if (first) showField(controlOf(first));
}

// Some fields, such as that of a file, have buttons in place of an input.
function controlOf(first: HTMLElement): HTMLElement {
  if (!first.matches(wrapper)) return first;
  const control = '[aria-invalid="true"]';
  const other = "textarea, select, button, input:not([type=file])";
  return first.querySelector<HTMLElement>(control) ?? first.querySelector<HTMLElement>(other) ?? first;
}

/**
 * Focuses a control and brings its field into view: the label, the control and the message. What covers the edges of the
 * page or of a dialog is in the `scroll-padding` of theme/base.css and Dialog.module.css.
 */
export function showField(control: HTMLElement): void {
  control.focus({ preventScroll: true });
  const field = fieldOf(control);
  const { top } = field.getBoundingClientRect();
  field.scrollIntoView({ block: "nearest" });
  // If it was out of view, it comes to the middle, where no toast covers it.
  if (field.getBoundingClientRect().top !== top) field.scrollIntoView({ block: "center" });
  // A long field does not fit. The message, which is the first of the descriptions, is seen in any case.
  const [message] = control.getAttribute("aria-describedby")?.split(" ") ?? [];
  if (message) document.getElementById(message)?.scrollIntoView({ block: "nearest" });
}

// A field of several controls has a wrapper around theirs.
function fieldOf(control: HTMLElement): HTMLElement {
  let field = control;
  for (
    let up = control.closest<HTMLElement>(wrapper);
    up;
    up = up.parentElement?.closest<HTMLElement>(wrapper) ?? null
  ) {
    field = up;
  }
  return field;
}
