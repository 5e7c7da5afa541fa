import { ButtonLink } from "../../components/ButtonLink";
import { paths } from "../../lib/paths";
import { Prose } from "./Prose";

export function VibeKitPage() {
  return (
    <Prose title="VibeKit" lede="A small creative toolkit for your next project.">
      <ul>
        <li>
          <b>Imaginator</b> turns an idea into a brief with user stories, risks and prompts.
        </li>
        <li>
          <b>Logo Builder</b> suggests names, taglines and motifs for a brand.
        </li>
        <li>
          <b>Theme Tester</b> previews colors and flags low contrast.
        </li>
      </ul>
      <p className="notice" style={{ marginTop: 24 }}>
        VibeKit isn't available yet.
      </p>
      <p style={{ marginTop: 24 }}>
        <ButtonLink to={paths.explore}>Explore Projects</ButtonLink>
      </p>
    </Prose>
  );
}
