import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useState } from "react";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { SubmitMode } from "../../gen/uvboard/v1/project_input_pb";
import { toast } from "../../lib/ui/toast";
import type { ProjectForm } from "./useProjectForm";

const labels = { title: "title", tagline: "tagline", description: "description", logo: "logo" } as const;
type Name = keyof typeof labels;
type Values = Partial<Record<Name, string>>;

/**
 * Fills the form with the values that another screen, such as VibeKit, has passed along. If the user has entered others, a dialog
 * asks first: keeping them fills only the fields that are empty.
 */
export function usePrefill(form: ProjectForm, enabled: boolean) {
  const passed = useLocation({ select: ({ state }) => state.prefill });
  const navigate = useNavigate();
  const [asking, setAsking] = useState<Values>();
  const [opened, setOpened] = useState(false);

  const fill = (values: Values, replace: boolean) => {
    for (const name of Object.keys(labels) as Name[]) {
      const value = values[name];
      if (value && (replace || form.draft[name] === "")) form.change(name, value);
    }
    // Quick mode does not show it.
    if (values.description && (replace || form.draft.description === "")) form.setMode(SubmitMode.COMPLETE);
    toast("Draft Filled", "Check it and add what is missing.");
  };
  const take = useEffectEvent((values: Values) => {
    // A reload must not fill the form again.
    void navigate({
      to: ".",
      search: true,
      state: (before) => ({ ...before, prefill: undefined }),
      replace: true,
    });
    if (conflicts(form.draft, values).length === 0) {
      fill(values, false);
      return;
    }
    setAsking(values);
    setOpened(true);
  });
  useEffect(() => {
    if (enabled && passed) take(passed);
  }, [enabled, passed]);

  const decide = (replace: boolean) => {
    setOpened(false);
    if (asking) fill(asking, replace);
  };
  const entered = asking ? conflicts(form.draft, asking).map((name) => labels[name]) : [];
  return {
    dialog: (
      <ConfirmDialog
        opened={opened}
        title="Replace what you entered?"
        text={`This form already has a ${entered.join(" and a ")}. If you keep them, only empty fields are filled.`}
        action="Replace"
        busyAction="Replace"
        cancel="Keep mine"
        busy={false}
        onConfirm={() => decide(true)}
        onClose={() => decide(false)}
      />
    ),
  };
}

/** The fields in which the user has something else. */
const conflicts = (draft: Record<Name, string>, values: Values): Name[] =>
  (Object.keys(labels) as Name[]).filter((name) => values[name] && draft[name] !== "" && draft[name] !== values[name]);
