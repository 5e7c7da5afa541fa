import { ButtonLink } from "../../components/Button";
import { paths } from "../../lib/paths";
import { Prose } from "./Prose";

export function VibeKitPage() {
  return (
    <Prose title="VibeKit" lede="A small creative toolkit for the next project.">
      <ul>
        <li>
          <b>Imaginator</b> turns an idea into a brief with user stories, risks and prompts.
        </li>
        <li>
          <b>Logo Builder</b> suggests names, taglines and motifs for a brand.
        </li>
        <li>
          <b>Theme Tester</b> tries colours and warns of low contrast.
        </li>
      </ul>
      <p className="notice" style={{ marginTop: 24 }}>
        VibeKit is not set up on this server.
      </p>
      <p style={{ marginTop: 24 }}>
        <ButtonLink to={paths.explore}>Explore Projects</ButtonLink>
      </p>
    </Prose>
  );
}
