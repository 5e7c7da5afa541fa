import { ActionIcon, Anchor } from "@mantine/core";
import { IconHelp } from "@tabler/icons-react";
import type { Project } from "../../gen/uvboard/v1/project_pb";
import { useLazyComponent } from "../../lib/page/useLazyComponent";
import { useDialog } from "../../lib/ui/useDialog";

const loadDialog = () => import("../fair/WhyHereDialog").then((file) => file.WhyHereDialog);

/** The button that explains the place of a project in Trending: a text, or an icon beside a rank. */
export function WhyHere({ project, icon }: { project: Project; icon?: boolean }) {
  const dialog = useDialog();
  const WhyHereDialog = useLazyComponent(loadDialog, dialog.opened, dialog.close);
  return (
    <>
      {icon ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Why is ${project.title} here?`}
          data-tooltip="Why is it here?"
          onClick={dialog.open}
        >
          <IconHelp size={16} />
        </ActionIcon>
      ) : (
        <Anchor component="button" type="button" size="sm" ta="start" onClick={dialog.open}>
          Why is it here?
        </Anchor>
      )}
      {WhyHereDialog && <WhyHereDialog project={project} opened={dialog.opened} onClose={dialog.close} />}
    </>
  );
}
