import { useInfiniteQuery, useMutation } from "@connectrpc/connect-query";
import { Anchor, Button, Textarea } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { DialogProps } from "../../../components/Dialog";
import { FormDialog } from "../../../components/FormDialog";
import { AuthorLink } from "../../../components/project/AuthorLink";
import { RowActions } from "../../../components/RowActions";
import {
  type ProjectFeature,
  ProjectService,
  UnfeatureProjectRequestSchema,
} from "../../../gen/uvboard/v1/project_service_pb";
import { required, useProtoForm } from "../../../lib/form/useProtoForm";
import { nameOf, paths } from "../../../lib/page/paths";
import { paging, useInvalidate } from "../../../lib/server/query";
import { stale } from "../../../lib/server/stale";
import { toast } from "../../../lib/ui/toast";
import { useDialog } from "../../../lib/ui/useDialog";
import css from "../Admin.module.css";
import { AdminTable } from "../AdminTable";
import { adminDate } from "../date";
import { FeatureDialog } from "./FeatureDialog";

/** The projects that are or were featured on Home. */
export function FeaturedTab() {
  const query = useInfiniteQuery(
    ProjectService.method.listFeatures,
    { pageSize: 20, pageToken: "" },
    { ...paging, staleTime: stale.now },
  );
  const feature = useDialog();
  return (
    <>
      <div className={css.bar}>
        <Button onClick={feature.open}>
          <IconPlus size={16} />
          Feature a project
        </Button>
      </div>
      <AdminTable
        label="Featured projects"
        what="Features"
        query={query}
        rows={query.data?.pages.flatMap((page) => page.features)}
        rowKey={({ id }) => id}
        columns={[
          {
            id: "project",
            title: "Project",
            width: "30%",
            cell: ({ title, url, projectId, owner }) => (
              <>
                <Anchor href={paths.project(nameOf({ id: projectId, url }))}>{title}</Anchor>
                <div className={css.sub}>
                  <AuthorLink author={owner} />
                </div>
              </>
            ),
          },
          {
            id: "reason",
            title: "Reason",
            cell: ({ reason, admin }) => (
              <>
                {reason}
                <div className={css.sub}>{admin && <AuthorLink author={admin} />}</div>
              </>
            ),
          },
          { id: "created", title: "Since", width: 130, cell: ({ createdAt }) => adminDate(createdAt) },
          {
            id: "until",
            title: "Until",
            width: 150,
            cell: ({ until, endedAt }) =>
              endedAt ? `Ended ${adminDate(endedAt)}` : until ? adminDate(until) : "No end",
          },
        ]}
        actions={(row) => (row.endedAt ? null : <End feature={row} />)}
        empty={{ title: "No featured projects", text: "Featured projects lead the home page, another one each day." }}
      />
      <FeatureDialog key={feature.key} opened={feature.opened} onClose={feature.close} />
    </>
  );
}

function End({ feature }: { feature: ProjectFeature }) {
  const dialog = useDialog();
  return (
    <>
      <RowActions of={feature.title} actions={[{ label: "End now", onClick: dialog.open }]} />
      <EndDialog key={dialog.key} opened={dialog.opened} onClose={dialog.close} feature={feature} />
    </>
  );
}

function EndDialog({ feature, ...dialog }: DialogProps & { feature: ProjectFeature }) {
  const end = useMutation(ProjectService.method.unfeatureProject);
  const invalidate = useInvalidate();
  const form = useProtoForm({
    initialValues: { reason: "" },
    schema: UnfeatureProjectRequestSchema,
    toMessage: ({ reason }) => ({ id: feature.projectId, reason: reason.trim() }),
    submit: async (request) => {
      await end.mutateAsync(request);
      dialog.onClose();
      toast("Success", `${feature.title} is no longer featured.`);
      await invalidate(ProjectService);
    },
    fallback: "Failed to end the feature.",
  });
  return (
    <FormDialog
      {...dialog}
      form={form}
      title={`Stop featuring ${feature.title}?`}
      label="End of the feature"
      submit="End now"
      submitting="Saving..."
    >
      <Textarea {...form.getInputProps("reason")} {...required} label="Reason" autosize minRows={2} data-autofocus />
    </FormDialog>
  );
}
