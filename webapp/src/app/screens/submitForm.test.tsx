// @vitest-environment jsdom
import type { ConnectRouter } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/dom";
import { describe, expect, it, vi } from "vitest";
import { AgentService } from "../../gen/uvboard/v1/agent_service_pb";
import type { ProjectInput } from "../../gen/uvboard/v1/project_input_pb";
import { Category, VibeTool } from "../../gen/uvboard/v1/project_pb";
import { ProjectService } from "../../gen/uvboard/v1/project_service_pb";
import { board, kiln, maker, reader } from "./board";
import { button, openScreen, refusal, says, toasted } from "./open";

const form = () => within(screen.getByRole("form", { name: /Project$/ }));
/** A control by the beginning of its label; a count may follow. */
function control(name: string) {
  const label = Array.from(document.querySelectorAll("label")).find(({ textContent }) => textContent.startsWith(name));
  const found = label?.control ?? document.querySelector(`[aria-label^="${name}"]`);
  if (!found?.matches("input, textarea, select")) throw new Error(`there is no control ${name}`);
  return found as HTMLInputElement;
}
const group = (name: string) => form().getByRole("group", { name: new RegExp(`^${name}`) });
const texts = (elements: Iterable<Element>) => Array.from(elements, (element) => element.textContent);

/** A form with everything that can be published, which an earlier visit left. */
const logo = "/uploads/logo.png";
function keepDraft(more: object = {}) {
  const draft = {
    title: "Kiln log",
    tagline: "Keeps the firing curve of a kiln",
    primaryCategory: Category.EDUCATION,
    vibeTools: [VibeTool.FIGMA],
    logo,
    ...more,
  };
  localStorage.setItem("uvboard.draft:maker:new", JSON.stringify({ draft, mode: 1, base: "", at: Date.now() }));
}

/** Opens the form; `create` answers to what it sends. */
async function openForm(create: (project: ProjectInput) => void = () => {}) {
  const sent: ProjectInput[] = [];
  const page = await openScreen("/submit", "Submit Project", (router: ConnectRouter) => {
    board({ user: maker, projects: [kiln] })(router);
    router.rpc(ProjectService.method.createProject, ({ project }) => {
      if (project) sent.push(project);
      if (project) create(project);
      return { project: kiln };
    });
  });
  await screen.findByRole("form", { name: "Submit Project" });
  const { user } = page;
  return {
    ...page,
    received: sent,
    complete: () => user.click(screen.getByRole("radio", { name: /^Complete Submit/ })),
    publish: () => user.click(button("Publish")),
  };
}

describe("the project form", () => {
  it("offers what it should", async () => {
    const page = await openForm();
    const mode = screen.getByRole("radiogroup", { name: "Mode" }).textContent;
    // spec: submit.quick
    expect(mode).toContain("Quick SubmitGet your project live in under 2 minutes");
    // spec: submit.complete
    expect(mode).toContain("Complete SubmitProvide comprehensive details for maximum exposure");
    // spec: submit.public
    expect((form().getByRole("switch", { name: "Make Public" }) as HTMLInputElement).checked).toBe(true);
    // spec: submit.buttons
    expect(texts(form().getAllByRole("button", { name: /^(Save as Draft|Publish)$/ }))).toEqual([
      "Save as Draft",
      "Publish",
    ]);
    // spec: submit.archived
    expect(within(group("Stage")).getAllByRole("radio")).toHaveLength(4);
    expect(form().queryByRole("radio", { name: "Archived" })).toBeNull();
    // spec: submit.default.stage
    expect((form().getByRole("radio", { name: "MVP" }) as HTMLInputElement).checked).toBe(true);
    // spec: enum2.category
    expect(texts(control("Primary category").querySelectorAll("option"))).toEqual([
      "Select a category",
      ..."Productivity,Utilities,AI Agents,Developer Tools,Education,Entertainment,Finance,Health & Fitness,Social,Games,Music & Audio,Photo & Video,Travel,News,Business,Lifestyle,Food & Drink,Sports,Weather,Reference,Other".split(
        ",",
      ),
    ]);
    const toggles = (name: string) => texts(group(name).querySelectorAll("button[aria-pressed]"));
    // spec: submit.tools
    expect(toggles("Vibe tools")).toEqual(
      "Replit,Vercel v0,Cursor,OpenAI,Claude,GitHub Copilot,Midjourney,DALL-E,Figma,Framer,Supabase,Firebase,Next.js,React,Tailwind,TypeScript,Python,Node.js".split(
        ",",
      ),
    );
    await page.complete();
    // spec: submit.default.monetization
    expect((control("Monetization") as unknown as HTMLSelectElement).selectedOptions[0]?.textContent).toBe("Free");
    // spec: submit.tags
    expect(toggles("Tags")).toEqual(
      "nocode ai-powered opensource saas mobile-first api automation analytics collaboration productivity design developer-tools education entertainment fintech healthtech".split(
        " ",
      ),
    );
  });

  it("shows an error at each invalid field of Quick Submit", async () => {
    const page = await openForm();
    const { user, fill } = page;
    for (const label of ["Title", "Tagline", "Primary category"]) {
      expect(control(label).getAttribute("aria-required")).toBe("true");
    }
    for (const name of ["Vibe tools", "Logo"]) expect(group(`${name}\\s*\\(required\\)`)).toBeTruthy();
    expect(control("Demo URL").hasAttribute("aria-required")).toBe(false);
    await page.publish();
    const summary = await form().findByRole("alert");
    expect(document.activeElement).toBe(summary);
    expect(texts(within(summary).getAllByRole("link"))).toEqual([
      // spec: form.title.min
      "Title must be at least 3 characters",
      // spec: form.tagline.min
      "Tagline must be at least 10 characters",
      // spec: form.category
      "Please select a category",
      // spec: form.tools
      "Select at least one vibe tool",
      // spec: form.logo
      "Logo is required",
    ]);
    expect(control("Title").getAttribute("aria-invalid")).toBe("true");
    await user.click(within(summary).getByRole("link", { name: "Tagline must be at least 10 characters" }));
    expect(document.activeElement).toBe(control("Tagline"));

    await fill(control("Title"), "x".repeat(81));
    // spec: form.title.max
    await says(control("Title"), "Title must be 80 characters or less");
    await fill(control("Tagline"), "x".repeat(141));
    // spec: form.tagline.max
    await says(control("Tagline"), "Tagline must be 140 characters or less");
    await fill(control("Demo URL"), "not an address");
    await user.tab();
    // spec: form.demo
    await says(control("Demo URL"), "Please enter a valid URL");
    // All URLs have the same error message, so the summary adds the label.
    expect(within(summary).getByRole("link", { name: "Demo URL: Please enter a valid URL" })).toBeTruthy();
  });

  it("shows an error at each invalid field of Complete Submit", async () => {
    keepDraft({ description: "Too short.", tags: Array.from({ length: 10 }, (_, i) => `tag${i}`) });
    const page = await openForm();
    const { user, fill } = page;
    await page.complete();
    await fill(control("Metric 1: name"), "users");
    await fill(control("Metric 1: value"), "many");
    await page.publish();
    // spec: form.description.min
    await says(control("Description"), "Description must be at least 50 characters");
    await says(group("Metrics"), "Users must be a number of at least 0");
    await fill(control("Metric 1: value"), "2140");
    await fill(control("Metric 2: name"), "plates");
    await says(group("Metrics"), "Enter a name and a value for each metric");
    // JSON that is pasted as a name fills the rows.
    await user.click(control("Metric 2: name"));
    await user.paste('{"revenue": 860, "custom": {"plates": 12}}');
    expect([control("Metric 3: name").value, control("Metric 3: value").value]).toEqual(["plates", "12"]);
    for (const name of ["Games", "Travel", "News"]) {
      await user.click(within(group("Secondary categories")).getByRole("button", { name }));
    }
    // spec: form.secondary.max
    await says(group("Secondary categories"), "Select up to 2 secondary categories");
    await fill(control("Your own tag"), "tag11");
    await user.click(button("Add your own tag"));
    // spec: form.tags.max
    await says(group("Tags"), "Maximum 10 tags allowed");
  });

  it("adds https:// to a URL without a scheme and rejects other schemes", async () => {
    keepDraft({ description: "An address as people say it, which is without what comes before it." });
    const page = await openForm();
    const { user, fill } = page;
    const demo = control("Demo URL");
    await fill(demo, "javascript:alert(1)");
    await user.tab();
    // spec: form.demo
    await says(demo, "Please enter a valid URL");
    expect(demo.value).toBe("javascript:alert(1)");
    await fill(demo, "http://old.example");
    await user.tab();
    expect(demo.value).toBe("http://old.example");
    await fill(demo, " demo.example/try ");
    await user.tab();
    expect(demo.value).toBe("https://demo.example/try");
    // spec: submit.demo
    await screen.findByText("URL Validated");

    await page.complete();
    await fill(control("Documentation URL"), "docs.example");
    await user.keyboard("{Enter}");
    expect(control("Documentation URL").value).toBe("https://docs.example");
    await fill(control("Video address"), "youtu.be/dQw4w9WgXcQ");
    await user.keyboard("{Enter}");
    await form().findByText("https://youtu.be/dQw4w9WgXcQ");
    // The button is clicked while the field has the focus.
    await fill(control("Repository URL"), "git.example/kiln");
    await page.publish();
    await waitFor(() => expect(page.received).toHaveLength(1));
    expect(page.received[0]?.links).toMatchObject({
      demo: "https://demo.example/try",
      repo: "https://git.example/kiln",
      docs: "https://docs.example",
    });
    await waitFor(() => expect(page.location()).toBe("/projects/kiln"));
  });

  it("saves a draft that has no more than a title, and names what is missing to publish it", async () => {
    const page = await openForm();
    await page.user.click(button("Save as Draft"));
    const summary = await form().findByRole("alert");
    expect(summary.textContent).toBe("Fix 1 field to saveTitle must be at least 3 characters");
    expect(document.activeElement).toBe(summary);
    await page.fill(control("Title"), "Bare idea");
    await page.publish();
    await waitFor(() => expect(form().getByRole("alert").textContent).toContain("Fix 4 fields to publish"));
    expect(page.received).toHaveLength(0);
    await page.user.click(button("Save as Draft"));
    await waitFor(() => expect(page.location()).toBe("/projects/kiln"));
    expect(page.received).toMatchObject([{ title: "Bare idea", tagline: "", logo: "", isPublic: false }]);
  });

  it("leads to the form if a draft that lacks something is published from its page or the profile", async () => {
    const bare = { id: "bare", userId: "maker", author: maker, title: "Bare idea", isPublic: false };
    for (const [path, heading, name] of [
      ["/projects/bare", "Bare idea", "Publish"],
      ["/profile/kilnfire?tab=projects", /Kiln Fire|kilnfire/, "Bare idea is a draft"],
    ] as const) {
      const page = await openScreen(path, heading, (router) => {
        board({ user: maker, projects: [bare] })(router);
        router.rpc(AgentService.method.getPublishRequest, () => ({ request: { projectId: "bare" } }));
        router.rpc(ProjectService.method.updateProject, () => {
          throw refusal({ logo: "Logo is required" });
        });
      });
      await page.user.click(await screen.findByRole("button", { name }));
      await screen.findByRole("form", { name: "Edit Project" });
      const summary = await form().findByRole("alert");
      expect(summary.textContent).toContain("Fix 5 fields to publish");
      await waitFor(() => expect(document.activeElement).toBe(summary));
      expect(page.location()).toBe("/submit?edit=bare");
    }
  });

  it("keeps the values if the server refuses them or fails", async () => {
    keepDraft();
    const page = await openForm(({ isPublic }) => {
      if (isPublic) throw refusal({ media: "Please add at least one screenshot or a cover image to publish" });
    });
    // spec: error2.submit
    await page.failing(
      "CreateProject",
      page.publish,
      "Submission Failed",
      "Failed to submit project. Please try again.",
    );
    expect(control("Title").value).toBe("Kiln log");
    await page.publish();
    // spec: form.media, error2.submit.media
    await toasted("Media Required", "Please add at least one screenshot or a cover image to publish");
    expect(control("Title").value).toBe("Kiln log");
    expect(page.received).toHaveLength(1);
    await page.user.click(button("Save as Draft"));
    // spec: form.media.draft
    await waitFor(() => expect(page.location()).toBe("/projects/kiln"));
    expect(page.received[1]).toMatchObject({ isPublic: false, logo });
  });

  it("takes no file that is too large", async () => {
    const page = await openForm();
    await page.complete();
    const choose = async (accept: string, name: string, bytes: number) => {
      const file = new File(["x"], name, { type: name.endsWith("png") ? "image/png" : "video/mp4" });
      Object.defineProperty(file, "size", { value: bytes });
      await page.user.upload(
        document.querySelector(`form input[type="file"][accept*="${accept}"]`) as HTMLElement,
        file,
      );
    };
    await choose("png", "huge.png", 5 * 1024 * 1024 + 1);
    // spec: form.upload.image, const2.image
    await toasted("File too large", "Maximum size is 5MB");
    await choose("video", "huge.mp4", 100 * 1024 * 1024 + 1);
    // spec: form.upload.video, const2.video, error2.submit.media
    await toasted("File too large", "Maximum size is 100MB");
  });

  it("asks before it is left during an upload, or without a storage", async () => {
    const page = await openForm();
    const leave = () => page.user.click(document.querySelector('header a[aria-label$="home"]') as HTMLElement);
    const asking = async () => within(await screen.findByRole("dialog", { name: "Leave without saving?" }));
    class NeverAnswers {
      upload = {};
      open() {}
      send() {}
      abort() {}
    }
    vi.stubGlobal("XMLHttpRequest", NeverAnswers);
    const image = new File(["x"], "slow.png", { type: "image/png" });
    await page.user.upload(document.querySelector('form input[type="file"]') as HTMLElement, image);
    await screen.findByRole("progressbar", { name: "Upload of slow.png" });
    await leave();
    const upload = await asking();
    upload.getByText(/the upload will be cancelled/);
    await page.user.click(upload.getByRole("button", { name: "Stay" }));
    expect(screen.getByRole("progressbar", { name: "Upload of slow.png" })).toBeTruthy();
    await leave();
    await page.user.click((await asking()).getByRole("button", { name: "Leave" }));
    await waitFor(() => expect(page.location()).toBe("/"));

    const again = await openForm();
    const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    await again.fill(control("Title"), "Half a thought");
    await leave();
    const text = await asking();
    text.getByText(/What you have entered here will be lost\./);
    await page.user.click(text.getByRole("button", { name: "Stay" }));
    expect(control("Title").value).toBe("Half a thought");
    expect(screen.queryByText("Unsaved changes are kept in this browser")).toBeNull();
    full.mockRestore();
  });

  it("is only for its owner", async () => {
    await openScreen("/submit?edit=kiln", /./, board({ user: reader, projects: [kiln] }));
    await screen.findByText("You can only edit your own projects.");
    await openScreen("/submit?edit=kiln", /./, board({ projects: [kiln] }));
    // spec: submit.guest, product.login.submit, role.guest.submit
    await screen.findByText("Authentication Required");
    expect(within(screen.getByRole("main")).getByRole("link", { name: "Log In" }).getAttribute("href")).toBe("/login");
  });
});
