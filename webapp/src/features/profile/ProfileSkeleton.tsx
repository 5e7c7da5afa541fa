import { ProjectCardSkeleton, ProjectGrid } from "../../components/project/ProjectCard";
import { Block, Loading } from "../../components/States";
import css from "./Profile.module.css";

/** Where a profile will be, of its size. */
export function ProfileSkeleton() {
  return (
    <Loading className="wrap page">
      <div className={css.head} aria-hidden="true">
        <div className={css.picture}>
          <Block style={{ width: "100%", aspectRatio: "1", borderRadius: "50%" }} />
        </div>
        <div>
          <Block width="min(240px, 100%)" height={36} style={{ margin: "4px 0" }} />
          <Block width="min(320px, 80%)" height={14} style={{ marginTop: 13 }} />
        </div>
        <div className={css.about}>
          <Block width="min(480px, 100%)" height={14} style={{ marginTop: 20 }} />
          <Block width="min(360px, 80%)" height={14} style={{ marginTop: 10 }} />
        </div>
      </div>
      <div className={css.stats} aria-hidden="true">
        {[0, 60, 120, 180, 240, 300].map((delay) => (
          <div key={delay} className={css.stat}>
            <b>
              <Block width={64} height="0.7lh" delay={delay} style={{ margin: "0.15lh 0" }} />
            </b>
            <span>
              <Block width={80} height="0.6lh" delay={delay} style={{ margin: "0.2lh 0", maxWidth: "100%" }} />
            </span>
          </div>
        ))}
      </div>
      <div className={css.bar} style={{ height: 45 }} />
      <ProjectGrid>
        {[0, 120, 240].map((delay) => (
          <ProjectCardSkeleton key={delay} delay={delay} />
        ))}
      </ProjectGrid>
    </Loading>
  );
}
