import { Link } from "@tanstack/react-router";
import { paths } from "../lib/paths";
import { productName } from "../lib/product";
import css from "./Footer.module.css";
import { Logo } from "./Logo";

export function Footer() {
  return (
    <footer className={css.foot}>
      <div className="wrap">
        <div className={css.cols}>
          <div>
            <Logo />
            <p className={css.mission}>A space to share, discuss and grow projects built with AI-assisted tools.</p>
          </div>
          <nav aria-label="About">
            <h2>About</h2>
            <ul>
              <li>
                <Link to={paths.about}>Our Story</Link>
              </li>
              <li>
                <Link to={paths.pricing}>Pricing</Link>
              </li>
              <li>
                <Link to={paths.guidelines}>Guidelines</Link>
              </li>
              <li>
                <Link to={paths.reputation}>Reputation</Link>
              </li>
            </ul>
          </nav>
          <nav aria-label="Resources">
            <h2>Resources</h2>
            <ul>
              <li>
                <Link to={paths.news}>News</Link>
              </li>
              <li>
                <Link to={paths.stories}>Stories</Link>
              </li>
            </ul>
          </nav>
        </div>
        <div className={css.last}>
          <span>
            © 2024–{new Date().getFullYear()} {productName}
          </span>
          <Link to={paths.privacy}>Privacy</Link>
          <Link to={paths.terms}>Terms</Link>
          <Link to={paths.contact}>Contact</Link>
          <span className={css.inks} aria-hidden="true">
            <i style={{ background: "var(--uv-text)" }} />
            <i style={{ background: "var(--uv-control)" }} />
            <i style={{ background: "var(--uv-lamp)" }} />
            <i style={{ background: "var(--uv-quench)" }} />
            <i style={{ background: "var(--uv-react)" }} />
          </span>
        </div>
      </div>
    </footer>
  );
}
