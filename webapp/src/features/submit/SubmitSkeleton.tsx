import { Box, Skeleton, Stack } from "@mantine/core";
import { Loading } from "../../components/States";
import css from "./Submit.module.css";

/** The loading state of the form, with the same layout. */
export function SubmitSkeleton() {
  return (
    <Loading>
      <div aria-hidden="true">
        <Skeleton height={74} maw={856} mt={20} />
        <div className={css.columns}>
          <Skeleton width={120} height={300} className={css.steps} />
          <Stack gap={24}>
            {[0, 1, 2, 3].map((field) => (
              <div key={field}>
                <Skeleton width={96} height={14} mt={3} mb={9} />
                <Skeleton height="var(--uv-ctl)" />
              </div>
            ))}
          </Stack>
          <Box className={css.preview} pt={28}>
            <Skeleton style={{ aspectRatio: "16 / 10" }} />
          </Box>
        </div>
      </div>
    </Loading>
  );
}
