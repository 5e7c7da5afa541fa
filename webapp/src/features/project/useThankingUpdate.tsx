import { useState } from "react";
import type { ForumPost } from "../../gen/uvboard/v1/forum_pb";
import { useLazyComponent } from "../../lib/page/useLazyComponent";
import { quotation } from "../../lib/text/markdownText";
import { useDialog } from "../../lib/ui/useDialog";

const loadDialog = () => import("./UpdateDialog").then((file) => file.UpdateDialog);

/**
 * Makes an update of a suggestion: a function that opens the dialog with a quote and a mention of its author, who is told of it, and
 * the dialog to render.
 */
export function useThankingUpdate(projectId: string) {
  const { open, ...dialog } = useDialog();
  const [content, setContent] = useState("");
  const UpdateDialog = useLazyComponent(loadDialog, dialog.opened, dialog.close);
  return {
    begin: ({ author, review, content }: ForumPost) => {
      const thanks = author?.username ? `Thanks to @${author.username} for the idea.\n\n` : "";
      setContent(quotation(review?.suggestion || content) + thanks);
      open();
    },
    dialog: UpdateDialog && (
      <UpdateDialog
        key={dialog.key}
        projectId={projectId}
        content={content}
        opened={dialog.opened}
        onClose={dialog.close}
      />
    ),
  };
}
