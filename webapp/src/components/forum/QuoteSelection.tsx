import { Button, Portal } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { IconQuote } from "@tabler/icons-react";
import { useEffect, useState } from "react";

type Selected = { postId: string | undefined; text: string; top: number; left: number };

/** Shows a button below selected text of the thread or of a reply. It quotes the text in a reply to it. */
export function QuoteSelection({ onQuote }: { onQuote: (postId: string | undefined, text: string) => void }) {
  const [selected, setSelected] = useState<Selected>();
  useEffect(() => {
    const read = () => setSelected(readSelection());
    document.addEventListener("selectionchange", read);
    return () => document.removeEventListener("selectionchange", read);
  }, []);
  useWindowEvent("scroll", () => setSelected(undefined));

  if (!selected) return null;
  return (
    <Portal>
      <Button
        size="sm"
        variant="filled"
        pos="fixed"
        top={selected.top}
        left={selected.left}
        style={{ zIndex: 100 }}
        // Otherwise the press would clear the selection before the click.
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => {
          onQuote(selected.postId, selected.text);
          window.getSelection()?.removeAllRanges();
        }}
      >
        <IconQuote size={16} />
        Quote
      </Button>
    </Portal>
  );
}

const width = 104;

const quotableAt = (node: Node) =>
  (node instanceof Element ? node : node.parentElement)?.closest<HTMLElement>("[data-quotable]");

function readSelection(): Selected | undefined {
  const selection = window.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0).cloneRange();
  const quotable = quotableAt(range.startContainer);
  const text = selection.toString().trim();
  if (!quotable || !text) return undefined;
  // A triple click selects up to the start of the next block, which may be outside of the text.
  if (quotableAt(range.endContainer) !== quotable) {
    if (range.endOffset > 0) return undefined;
    const rest = document.createRange();
    rest.setStartAfter(quotable);
    rest.setEnd(range.endContainer, range.endOffset);
    if (rest.toString().trim() !== "") return undefined;
    range.setEndAfter(quotable.lastChild ?? quotable);
  }
  const lines = range.getClientRects();
  const last = lines[lines.length - 1];
  if (!last) return undefined;
  return {
    postId: quotable.dataset.quotable || undefined,
    text,
    top: Math.min(last.bottom + 8, window.innerHeight - 48),
    left: Math.max(8, Math.min(last.right - width / 2, window.innerWidth - width - 8)),
  };
}
