/**
 * The props that give an element a tooltip, which Tooltips shows. Screens that appear first use them instead of Mantine's
 * Tooltip, because its positioning code is too large to load before they show.
 */
export const tooltip = (text: string | undefined) => (text ? { "data-tooltip": text, "aria-description": text } : {});
