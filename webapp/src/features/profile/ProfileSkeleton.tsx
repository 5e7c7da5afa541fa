import { Skeleton } from "@mantine/core";
import { ProjectCardSkeleton, ProjectGrid } from "../../components/project/ProjectCard";
import { Loading } from "../../components/States";
import css from "./Profile.module.css";

/** Where a profile will be, of its size. */
export function ProfileSkeleton() {
  return (
    <Loading className="wrap page">
      <div className={css.head} aria-hidden="true">
        <div className={css.picture}>
          <Skeleton style={{ width: "100%", aspectRatio: "1", borderRadius: "50%" }} />
        </div>
        <div>
          <Skeleton width="min(240px, 100%)" height={36} style={{ margin: "4px 0" }} />
          <Skeleton width="min(320px, 80%)" height={14} style={{ marginTop: 13 }} />
        </div>
        <div className={css.about}>
          <Skeleton width="min(480px, 100%)" height={14} style={{ marginTop: 20 }} />
          <Skeleton width="min(360px, 80%)" height={14} style={{ marginTop: 10 }} />
        </div>
      </div>
      <div className={css.stats} aria-hidden="true">
        {[1, 2, 3, 4, 5, 6].map((n) => (
          <div key={n} className={css.stat}>
            <b>
              <Skeleton width={64} height="0.7lh" style={{ margin: "0.15lh 0" }} />
            </b>
            <span>
              <Skeleton width={80} height="0.6lh" style={{ margin: "0.2lh 0", maxWidth: "100%" }} />
            </span>
          </div>
        ))}
      </div>
      <div className={css.bar} style={{ height: 45 }} />
      <ProjectGrid>
        {[1, 2, 3].map((n) => (
          <ProjectCardSkeleton key={n} />
        ))}
      </ProjectGrid>
    </Loading>
  );
}
