import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { useMutation, useQuery } from "@connectrpc/connect-query";
import { NativeSelect, Radio, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import type { DialogProps } from "../../../components/Dialog";
import { FormDialog } from "../../../components/FormDialog";
import { SearchField } from "../../../components/SearchField";
import { FeatureProjectRequestSchema, ProjectService } from "../../../gen/uvboard/v1/project_service_pb";
import { required, useProtoForm } from "../../../lib/form/useProtoForm";
import { useInvalidate } from "../../../lib/server/query";
import { handle } from "../../../lib/text/text";
import { toast } from "../../../lib/ui/toast";

const lengths = [
  { value: "7", label: "7 days" },
  { value: "14", label: "14 days" },
  { value: "30", label: "30 days" },
  { value: "", label: "Until somebody ends it" },
];

const dayMs = 24 * 60 * 60 * 1000;

/** Features a project that the admin finds by a search. */
export function FeatureDialog(dialog: DialogProps) {
  const feature = useMutation(ProjectService.method.featureProject);
  const invalidate = useInvalidate();
  const form = useProtoForm({
    initialValues: { id: "", featuredReason: "", reason: "", days: "7" },
    schema: FeatureProjectRequestSchema,
    toMessage: ({ id, featuredReason, reason, days }) => ({
      id,
      featuredReason: featuredReason.trim(),
      reason: reason.trim(),
      until: days ? timestampFromDate(new Date(Date.now() + Number(days) * dayMs)) : undefined,
    }),
    check: ({ id }): Record<string, string> => (id ? {} : { id: "Choose a project" }),
    submit: async (request) => {
      await feature.mutateAsync(request);
      dialog.onClose();
      toast("Success", "The project is featured on Home.");
      await invalidate(ProjectService);
    },
    fallback: "Failed to feature the project.",
  });
  return (
    <FormDialog
      {...dialog}
      form={form}
      title="Feature a project"
      label="Feature"
      submit="Feature"
      submitting="Saving..."
    >
      <Choice {...form.getInputProps("id")} />
      <TextInput
        {...form.getInputProps("featuredReason")}
        label="Shown on Home"
        description="One sentence about why it is worth a look; optional"
      />
      <Textarea
        {...form.getInputProps("reason")}
        {...required}
        label="Reason"
        description="Kept with the project's features; only admins see it"
        autosize
        minRows={2}
      />
      <NativeSelect {...form.getInputProps("days")} label="For how long?" data={lengths} />
    </FormDialog>
  );
}

/** The choice of a project among those that a search finds. */
function Choice({ value = "", onChange, error }: { value?: string; onChange: (id: string) => void; error?: string }) {
  const [search = "", setSearch] = useState<string>();
  const { data, isFetching } = useQuery(
    ProjectService.method.listProjects,
    { search, pageSize: 5 },
    { enabled: search !== "" },
  );
  const projects = search ? (data?.projects ?? []) : [];
  return (
    <Stack gap="sm">
      <SearchField
        label="Project"
        placeholder="Search projects"
        q={search}
        onSearch={(q) => {
          setSearch(q);
          onChange("");
        }}
        error={error}
        aria-invalid={Boolean(error)}
        data-autofocus
      />
      {projects.length > 0 && (
        <Radio.Group aria-label="Found projects" value={value} onChange={onChange}>
          <Stack gap="xs">
            {projects.map((project) => (
              <Radio key={project.id} value={project.id} label={`${project.title} by ${handle(project.author)}`} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {search && data && !isFetching && projects.length === 0 && (
        <Text size="sm" c="dimmed">
          No project matches.
        </Text>
      )}
    </Stack>
  );
}
