import { TextInput, type TextInputProps } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";

/** A field that searches while the user types. `q` is the search, and takes the place of the text if something else changes it. */
export function SearchField({
  q = "",
  onSearch,
  ...input
}: Omit<TextInputProps, "value" | "onChange"> & { q?: string; onSearch: (q: string | undefined) => void }) {
  const [text, setText] = useState(q);
  const [shown, setShown] = useState(q);
  const [sent, setSent] = useState(q);
  if (q !== shown) {
    setShown(q);
    // Something else changed it, such as Clear Filters or the back button. The user may have typed on since the search was sent.
    if (q !== sent) {
      setSent(q);
      setText(q);
    }
  }
  const send = useDebouncedCallback((value: string) => {
    setSent(value);
    onSearch(value || undefined);
  }, 300);
  return (
    <TextInput
      type="search"
      leftSection={<IconSearch size={18} />}
      maxLength={200}
      {...input}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        send(event.currentTarget.value.trim());
      }}
    />
  );
}
