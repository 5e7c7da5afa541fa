import { Stack } from "@mantine/core";
import { useBlocker, useLocation } from "@tanstack/react-router";
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { SubmitMode } from "../../gen/uvboard/v1/project_input_pb";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import type { SessionUser } from "../../gen/uvboard/v1/user_pb";
import { showField } from "../../lib/form/showError";
import { ErrorSummary } from "./ErrorSummary";
import { allFields, controlId, type Errors, type Field, isQuick } from "./fields";
import { ModeSwitch } from "./ModeSwitch";
import { Preview } from "./Preview";
import { RestoredNotice } from "./RestoredNotice";
import { SaveBar } from "./SaveBar";
import { StepNav } from "./StepNav";
import { Build, Essentials, Impact, Links, Media, Story } from "./Steps";
import css from "./Submit.module.css";
import { useFiles } from "./useFiles";
import { usePrefill } from "./usePrefill";
import { type Aim, aimed, useProjectForm } from "./useProjectForm";
import { useSave } from "./useSave";
import { useUploads } from "./useUploads";

/** The form for a new project, or for the given one. */
export function SubmitForm({ user, project }: { user: SessionUser; project?: Project }) {
  const form = useProjectForm(user.id, project);
  const { saved } = form;
  const uploads = useUploads();
  const draggedOver = useFiles(form, uploads);
  const save = useSave(project, saved.remove);
  const prefill = usePrefill(form, project === undefined);
  const [busy, setBusy] = useState<Aim>();
  const [tried, setTried] = useState(false);
  const summary = useRef<HTMLDivElement>(null);
  const complete = form.mode === SubmitMode.COMPLETE;
  // Leaving cancels running uploads, and loses the changes if the browser does not allow storage.
  const loses = () => uploads.running > 0 || saved.wouldLose();
  const leaving = useBlocker({
    shouldBlockFn: () => busy === undefined && loses(),
    enableBeforeUnload: loses,
    withResolver: true,
  });

  const attempt = async (aim: Aim) => {
    const broken = await form.validateAll(aim);
    if (isEmpty(broken)) {
      const refused = await save(aimed(form.draft, aim), form.mode);
      if (isEmpty(refused)) return;
      flushSync(() => form.setServerErrors(refused));
    }
    showErrors();
  };
  const showErrors = () => {
    flushSync(() => setTried(true));
    summary.current?.focus({ preventScroll: true });
    summary.current?.scrollIntoView({ block: "start" });
  };
  // The draft could not be published from another page, which leads here.
  const showMissing = useEffectEvent(async () => {
    if (!isEmpty(await form.validateAll("publish"))) showErrors();
  });
  const asked = useLocation({ select: ({ state }) => state.missing });
  useEffect(() => {
    if (asked) void showMissing();
  }, [asked]);
  const submit = (aim: Aim) => {
    if (busy || uploads.running > 0) return;
    setBusy(aim);
    void attempt(aim).finally(() => setBusy(undefined));
  };

  const goTo = (field: Field) => {
    if (!isQuick(field)) flushSync(() => form.setMode(SubmitMode.COMPLETE));
    const control = document.getElementById(controlId(field));
    if (control) showField(control);
  };

  const wrong = allFields.filter((field) => form.errors[field]);
  return (
    <>
      {saved.restored && <RestoredNotice {...saved.restored} onDiscard={saved.discard} />}
      <ModeSwitch mode={form.mode} live={project?.isPublic ?? false} onChange={form.setMode} />
      <div className={css.columns} data-dragged-over={draggedOver || undefined}>
        <StepNav form={form} onGo={goTo} />
        <form
          noValidate
          aria-label={project ? "Edit Project" : "Submit Project"}
          onKeyDown={(event) => {
            // Enter in a line of text does not publish an unfinished form.
            const oneLine = event.target instanceof HTMLInputElement && event.target.type !== "radio";
            if (event.key === "Enter" && oneLine) event.preventDefault();
          }}
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            submit("publish");
          }}
        >
          <Stack gap={24}>
            <Essentials form={form} uploads={uploads}>
              {tried && wrong.length > 0 && (
                <ErrorSummary
                  ref={summary}
                  fields={wrong}
                  errors={form.errors}
                  onGo={goTo}
                  publishing={!project?.isPublic && form.publishing}
                />
              )}
            </Essentials>
            <Build form={form} />
            {complete && (
              <>
                <Story form={form} />
                <Media form={form} uploads={uploads} />
                <Links form={form} />
                <Impact form={form} />
              </>
            )}
            <SaveBar
              live={project?.isPublic ?? false}
              isPublic={form.draft.isPublic}
              onPublic={(isPublic) => form.change("isPublic", isPublic)}
              uploading={uploads.running}
              saved={saved.isDirty && saved.canSave}
              busy={busy}
              onDraft={() => submit("draft")}
            />
          </Stack>
        </form>
        <Preview draft={form.draft} user={user} project={project} />
      </div>
      {prefill.dialog}
      <ConfirmDialog
        opened={leaving.status === "blocked"}
        title="Leave without saving?"
        text={
          uploads.running > 0
            ? "An upload is still under way. What you have entered is kept, but the upload will be cancelled."
            : "What you have entered here will be lost."
        }
        action="Leave"
        cancel="Stay"
        busyAction="Leave"
        busy={false}
        onConfirm={() => leaving.proceed?.()}
        onClose={() => leaving.reset?.()}
      />
    </>
  );
}

const isEmpty = (errors: Errors): boolean => Object.keys(errors).length === 0;
