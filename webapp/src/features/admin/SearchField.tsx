import { TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { useAdminSearch } from "./useAdminSearch";

/** The search field of a tab. It searches while the admin types; the text is in the URL. */
export function SearchField({ label }: { label: string }) {
  const { search, change } = useAdminSearch();
  const q = search.q ?? "";
  const [text, setText] = useState(q);
  const [sent, setSent] = useState(q);
  if (q !== sent) {
    // The back button changed the search.
    setSent(q);
    setText(q);
  }
  const send = useDebouncedCallback((value: string) => {
    setSent(value);
    change({ q: value || undefined }, true);
  }, 300);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} />}
      maxLength={100}
      w={{ base: "100%", sm: 320 }}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        send(event.currentTarget.value.trim());
      }}
    />
  );
}
