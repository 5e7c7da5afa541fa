import { Box, Group, Paper, Skeleton, Stack, Title } from "@mantine/core";
import { Loading } from "../../components/States";
import actions from "./Actions.module.css";
import gallery from "./Gallery.module.css";
import css from "./Project.module.css";

/** The loading state of a project, with the same sizes. */
export function ProjectSkeleton() {
  return (
    <Loading className="split">
      <div className="stack" aria-hidden="true">
        <div>
          <div className={css.name}>
            <Skeleton width={96} height={96} />
            <Title>
              <Skeleton width="46%" height={32} my={6} />
            </Title>
            <p>
              <Skeleton width="72%" height={18} my={4} />
            </p>
          </div>
          <Box className={css.by} hiddenFrom="lg">
            <Skeleton width={160} height={16} my={4} />
          </Box>
          <Group gap={6} mt={16}>
            {[88, 76, 64, 56, 60].map((width) => (
              <Skeleton key={width} width={width} height={24} />
            ))}
          </Group>
          <Group gap="sm" className={actions.actions}>
            <Skeleton width={136} height="var(--uv-ctl)" visibleFrom="lg" />
            <Skeleton width="var(--uv-ctl)" height="var(--uv-ctl)" />
            <Skeleton width="var(--uv-ctl)" height="var(--uv-ctl)" />
          </Group>
          <div className={gallery.gallery} style={{ marginTop: 32 }}>
            <Skeleton className={gallery.stage} />
          </div>
        </div>
        <div>
          <Skeleton width={220} height={20} mt={4} mb={20} />
          <Skeleton width="68ch" maw="100%" height={12} my={12} />
          <Skeleton width="60ch" maw="100%" height={12} my={12} />
        </div>
      </div>
      <div className="side" aria-hidden="true">
        <Paper withBorder radius="lg" p={{ base: "md", sm: "lg" }}>
          <Stack gap="md">
            <Skeleton height={72} visibleFrom="lg" />
            <Skeleton height={26} />
            <Skeleton height={65} visibleFrom="lg" />
            <Skeleton height="var(--uv-ctl-sm)" visibleFrom="lg" />
          </Stack>
        </Paper>
      </div>
    </Loading>
  );
}
