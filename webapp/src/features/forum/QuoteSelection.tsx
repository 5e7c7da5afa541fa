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

function readSelection(): Selected | undefined {
  const selection = window.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  const container = range.commonAncestorContainer;
  const element = container instanceof Element ? container : container.parentElement;
  const quotable = element?.closest<HTMLElement>("[data-quotable]");
  const text = selection.toString().trim();
  if (!quotable || !text) return undefined;
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
