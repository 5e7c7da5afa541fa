import { SimpleGrid, Skeleton } from "@mantine/core";
import { ProjectCardSkeleton, ProjectGrid } from "../../components/project/ProjectCard";
import { Loading } from "../../components/States";
import css from "./Profile.module.css";

/** The loading state of a profile, with the same layout. */
export function ProfileSkeleton() {
  return (
    <Loading className="wrap page">
      <div className={css.head} aria-hidden="true">
        <div className={css.picture}>
          <Skeleton circle height="auto" style={{ aspectRatio: "1" }} />
        </div>
        <div>
          <Skeleton width="min(240px, 100%)" height={36} my={4} />
          <Skeleton width="min(320px, 80%)" height={14} mt={13} />
        </div>
        <div className={css.about}>
          <Skeleton width="min(480px, 100%)" height={14} mt={20} />
          <Skeleton width="min(360px, 80%)" height={14} mt={10} />
        </div>
      </div>
      <SimpleGrid cols={{ base: 3, lg: 6 }} spacing={1} className={css.stats} aria-hidden="true">
        {["projects", "posts", "comments", "given", "received", "reputation"].map((stat) => (
          <div key={stat} className={css.stat}>
            <b>
              <Skeleton width={64} height="0.7lh" my="0.15lh" />
            </b>
            <span>
              <Skeleton width={80} maw="100%" height="0.6lh" my="0.2lh" />
            </span>
          </div>
        ))}
      </SimpleGrid>
      <Skeleton height={45} mb={24} />
      <ProjectGrid>
        <ProjectCardSkeleton />
        <ProjectCardSkeleton />
        <ProjectCardSkeleton />
      </ProjectGrid>
    </Loading>
  );
}
