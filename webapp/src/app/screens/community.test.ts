import { describe, expect, it } from "vitest";
import { ago, article, bare, board, kiln, maker, post, reader, thread } from "./board";
import { renderScreen } from "./render";

const projects = [kiln, bare];

describe("Stories", () => {
  const others = Array.from({ length: 24 }, (_, i) => ({
    ...post,
    id: `p${i}`,
    title: `Story ${i}`,
    userId: reader.id,
  }));

  it("shows the list", async () => {
    const page = await renderScreen("/blog", board({ posts: [post, ...others], projects, user: maker }));
    const main = page.part("main", "COMMUNITY");
    // spec: blog.heading
    expect(main.text).toMatch(/^Stories\nCOMMUNITY\n/);
    // spec: blog.search
    expect(main.html).toContain('placeholder="Search blog posts..."');
    // spec: blog.tag, blog.sort
    expect(main.text).toContain("\nAll Tags\n#clay (3)\nNewest\nOldest\nPopular\n");
    expect(main.html).toMatch(/type="checkbox"/);
    const featured = main.part("article", "Featured");
    // spec: blog.featured, blog.featured.facts
    expect(featured.text).toMatch(
      /^Featured\nA winter of failed firings\n@kilnfire · 3h ago · .*\nWhat went wrong\.\nclayfiresmoke\+1 more\n/,
    );
    expect(featured.html).toContain('src="https://art.example/story.png"');
    // spec: blog.featured.read
    expect(featured.href("Read Story")).toBe("/blog/post");
    const card = main.part("article", "Story 0");
    // spec: blog.card.facts, blog.card.tags, const2.blog.card_tags
    expect(card.text).toMatch(/^@kilnfire · 3h ago · .*\nStory 0\nWhat went wrong\.\nclayfiresmoke\+1 more\n/);
    expect(card.html).toContain('src="https://art.example/story.png"');
    // spec: blog.card.like
    expect(card.html).toMatch(/aria-label="Like, 4 likes".*?>4</s);
    // spec: blog.card.comments
    expect(card.href("1 comment")).toBe("/blog/p0#comments");
    expect(card.html).toContain('aria-label="Share Story 0"');
    // spec: blog.card.read
    expect(card.href("Read More: Story 0")).toBe("/blog/p0");
    // spec: blog.own, role.author
    expect(featured.html).toMatch(/aria-label="Edit[^"]*".*aria-label="Delete/s);
    expect(card.html).not.toMatch(/aria-label="(Edit|Delete)/);
    // spec: const2.blog.page, blog.more
    expect(main.count("<article")).toBe(20);
    expect(main.text).toContain("\nLoad More Posts\n");
    const side = main.part("aside", "Share Your Story");
    // spec: blog.side.write
    expect(side.href("Write a Post")).toBe("/blog/new");
    expect(side.part("section", "Popular Tags").text).toBe("Popular Tags\n#clay 3");
    // spec: blog.side.authors
    expect(side.part("section", "Top Authors").text).toContain("\n@kilnfire\n45 reputation\n9 likes\n");
    // spec: blog.side.stats
    expect(side.part("section", "Reading Stats").text).toBe(
      "Reading Stats\nTotal Posts\n14\nActive Authors\n3\nAvg. Read Time\n2 min\nThis Week\n5 new",
    );
  });

  it("asks for as many as it shows", async () => {
    const { authorsInput, blogInput, tagsInput } = await import("../../features/blog/query");
    // spec: const2.blog.page, const2.blog.authors, const2.blog.tags, call2.blog.authors
    expect([blogInput({}).pageSize, authorsInput.pageSize, tagsInput.pageSize]).toEqual([20, 4, 10]);
  });

  it("ends with a disabled button", async () => {
    const page = await renderScreen("/blog", board({ posts: [post] }));
    // spec: blog.more.end
    expect(page.html).toMatch(/<button[^>]* disabled=""[^>]* title="Coming soon"[^>]*>(<[^>]*>)*Load More Posts/);
  });

  it("says that there is nothing", async () => {
    const page = await renderScreen("/blog", board());
    // spec: blog.empty
    expect(page.text).toContain("\nNo blog posts yet\nCheck back soon for stories from the community!\n");
    // spec: blog.side.tags_empty
    expect(page.text).toContain("\nNo tags available yet\n");
    // spec: blog.side.authors_absent
    expect(page.text).not.toContain("Top Authors");
    const filtered = await renderScreen("/blog?tag=glass", board());
    // spec: blog.empty.filtered
    expect(filtered.text).toContain(
      "\nNo blog posts found\nTry adjusting your search or filter criteria\nClear Filters\n",
    );
  });

  it("shows six skeletons while loading", async () => {
    const page = await renderScreen("/blog", board(), { loading: true });
    // spec: blog.skeletons
    expect(page.part("main", "Stories").count("_card_")).toBe(6);
    // spec: blog.side.stats_loading
    expect(page.text).toContain("\nLoading stats...\n");
  });
});

describe("a story", () => {
  it("may be missing", async () => {
    // spec: post.missing
    expect((await renderScreen("/blog/none", board())).text).toContain("\nBlog post not found\n");
  });

  it("is shown", async () => {
    const page = await renderScreen("/blog/post", board({ posts: [post] }));
    const story = page.part("article", "A winter of failed firings");
    // spec: post.back
    expect(page.href("Back to Blog")).toBe("/blog");
    // spec: post.facts
    expect(story.html).toContain('src="https://art.example/story.png"');
    expect(story.text).toMatch(/^A winter of failed firings\n.*#clay#fire#smoke#ash\nWhat went wrong\.\n/s);
    // spec: post.author
    expect(story.text).toContain("\n@kilnfire");
    expect(story.href("View Author Profile")).toBe("/profile/kilnfire");
    // spec: blog.edited.marker
    expect(story.text).not.toContain("(edited)");
    // spec: post.content
    expect(story.text).toContain("\nTwo lines\nof text.\n");
    // spec: post.like
    expect(story.html).toMatch(/aria-label="Like, 4 likes".*?>4</s);
    // spec: post.comments_count
    expect(story.text).toContain("1 comment\n");
    expect(story.text).toContain("\nShare\n");
    expect(story.text).not.toMatch(/Edit Post|Delete Post/);
    const comments = page.part("section", "Comments (1)");
    // spec: comments.heading, comments.guest
    expect(comments.text).toMatch(/^Comments \(1\)\nPlease log in to leave a comment\n/);
    // spec: comments.facts
    expect(comments.part("li", "Mine cracks.").text).toMatch(/^R\n@reader2h ago\nWhich cone\?\nMine cracks\.\n/);
    // spec: comments.author
    expect(comments.part("li", "Gone.").text).toMatch(/^\?\nAnonymous2h ago\nGone\.\n/);
    const edited = await renderScreen("/blog/post", board({ posts: [{ ...post, updatedAt: ago(1) }] }));
    // spec: post.edited
    expect(edited.part("article", "A winter").text).toContain("3h ago (edited)");
  });

  it("is the author's", async () => {
    const page = await renderScreen("/blog/post", board({ posts: [{ ...post, commentsCount: 0 }], user: maker }));
    // spec: post.owner
    expect(page.text).toContain("\nEdit Post\nDelete Post\n");
    // spec: comments.form
    expect(page.html).toContain('placeholder="Write a comment..."');
    expect(page.part("form", "Post Comment").text).toMatch(/\nPost Comment$/);
    // spec: comments.empty
    expect(page.text).toContain("\nNo comments yet. Be the first to share your thoughts!\n");
  });

  it("is written in a form", async () => {
    const guest = await renderScreen("/blog/new", board());
    // spec: blog.new.guest, product.login.blog
    expect(guest.text).toContain("\nAuthentication Required\nYou need to be logged in to create a blog post.\n");
    const main = guest.part("main", "Authentication Required");
    // spec: blog.new.guest_links
    expect([main.href("Log In"), main.href("Sign Up")]).toEqual(["/login", "/register"]);
    const page = await renderScreen("/blog/new", board({ user: maker }));
    const form = page.part("form", "Publish Post");
    // spec: blog.new.form
    expect(page.part("main", "Publish Post").text).toMatch(
      /^Write a Blog Post\nCover Image\n.*\nTitle\nExcerpt\nContent\n.*\nTags\n/s,
    );
    expect(form.count('aria-required="true"')).toBe(2);
    // spec: blog.new.cover, const2.blog.cover
    expect(form.text).toContain("Upload image (max 5MB). Recommended: 1200x630px");
    expect(form.href("Cancel")).toBe("/blog");
  });
});

describe("the forum", () => {
  const full = {
    threads: [thread, { ...thread, id: "pinned", title: "Rules", isPinned: true, replyCount: 2 }],
    projects,
  };

  it("greets", async () => {
    const guest = await renderScreen("/forum", board(full));
    const main = guest.part("main", "Discuss");
    // spec: forum.heading
    expect(main.text).toMatch(/^Discuss\nFORUM\n/);
    // spec: forum.sidebar
    expect(main.part("nav", "Channels").text).toBe("Channels\nKiln talk\nAll about firing");
    expect(main.part("nav", "Channels").links[0]?.href).toBe("/forum/channel");
    // spec: forum.sidebar.create, role.guest.channel
    expect(main.part("nav", "Channels").html).toMatch(
      /aria-label="Create channel"[^>]*data-tooltip="Login to create channels"/,
    );
    // spec: forum.stats
    expect(main.part("section", "Forum Stats").text).toBe("Forum Stats\nChannels\n5\nThreads\n6\nPosts\n7");
    const active = main.part("section", "Active Vibers");
    // spec: forum.active, const2.forum.active
    expect(active.links.map(({ href }) => href.replace("/profile/", ""))).toEqual([
      "kilnfire",
      "reader",
      "viber2",
      "viber3",
      "viber4",
    ]);
    // spec: forum.active.posts
    expect(active.text).toMatch(/^Active Vibers\nK\n@kilnfire\n2 posts\nR\n@reader\n1 post\n/);
    // spec: forum.search
    expect(main.text).toContain("\nSearch Forum\n");
    // spec: forum.welcome, forum.welcome.guest
    expect(main.text).toMatch(/\nWelcome to UV Board\n.*\nLogin to ParticipateSign Up\n/s);
    expect(main.href("Login to Participate")).toBe("/login");
  });

  it("can be empty", async () => {
    const { text } = await renderScreen("/forum", board({ user: maker }));
    // spec: forum.stats.zero
    expect(text).toContain("\nForum Stats\nChannels\n0\nThreads\n0\nPosts\n0\n");
    // spec: forum.active.empty
    expect(text).toContain("\nNo active users yet\n");
    // spec: forum.welcome.member
    expect(text).toContain("\nCreate First Channel\n");
    expect(text).not.toContain("browsing as a guest");
  });

  it("lists the threads of a channel", async () => {
    const page = await renderScreen("/forum/channel", board(full));
    const main = page.part("main", "Kiln talk");
    // spec: route.forum.channel, forum.threads.new, role.guest.thread
    expect(main.html).toMatch(/data-tooltip="Login to create threads".*New Thread/s);
    // spec: forum.threads, forum.threads.replies
    expect(main.part("li", "Which cone?").text).toMatch(
      /^K\nWhich cone\?\nMine runs at 10\.\n@kilnfire3h ago\nR\nLast reply 3h ago by @reader\n1 reply\n/,
    );
    // spec: forum.threads.pinned, forum.threads.replies
    expect(main.part("li", "Rules").text).toMatch(/Pinned.*2 replies/s);
    // spec: forum.guest
    expect(main.text).toContain("\nYou're browsing as a guest. Login to participate!\nLoginSign Up\n");
    expect([main.href("Login"), main.href("Sign Up")]).toEqual(["/login", "/register"]);
    const empty = await renderScreen("/forum/channel", board({ projects }));
    // spec: forum.threads.empty, forum.threads.empty_guest
    expect(empty.text).toContain("\nNo threads in this channel\nLogin to Start Discussion\n");
    expect(empty.href("Login to Start Discussion")).toBe("/login");
    const member = await renderScreen("/forum/channel", board({ projects, user: maker }));
    // spec: forum.threads.empty_member
    expect(member.text).toContain("\nNo threads in this channel\nStart Discussion\n");
  });

  it("shows a thread", async () => {
    const guest = (await renderScreen("/forum/thread/thread", board(full))).part("main", "Which cone?");
    // spec: forum.thread.back
    expect(guest.href("Back")).toBe("/forum/channel");
    // spec: forum.thread.facts
    expect(guest.text).toContain("\nWhich cone?\nK@kilnfire3h ago\nMine runs at 10.\n");
    // spec: role.guest.browse, forum.thread.replies
    expect(guest.text).toMatch(/\n1 reply\n.*@reader2h ago\nCone 8\.\n/s);
    // spec: forum.thread.reply_guest, role.guest.reply
    expect(guest.text).toContain("\nLogin to Reply\nLoginSign Up\n");
    const member = await renderScreen(
      "/forum/thread/thread",
      board({ ...full, threads: [{ ...thread, replyCount: 0 }], user: maker }),
    );
    // spec: forum.thread.empty
    expect(member.text).toContain("\nNo replies yet\nBe the first to comment!\n");
    // spec: forum.thread.reply
    expect(member.text).toContain("\nAdd Reply\n");
  });

  it("writes times in days and hours", async () => {
    const at = async (hours: number) =>
      (await renderScreen("/forum/thread/thread", board({ threads: [{ ...thread, createdAt: ago(hours) }] }))).part(
        "main",
        "Which cone?",
      ).text;
    // spec: const2.time.forum
    expect(await at(50)).toContain("@kilnfire2d ago\n");
    expect(await at(2)).toContain("@kilnfire2h ago\n");
    expect(await at(0.9)).toContain("@kilnfireJust now\n");
  });

  it("has skeletons", async () => {
    const page = (await renderScreen("/forum/channel", board(), { loading: true })).part("main", "Discuss");
    // spec: forum.skeletons, const2.skeletons
    expect(page.part("nav", "Channels").count("Skeleton-root")).toBe(2 * 3);
    expect(page.count("_thread_")).toBe(5);
  });
});

describe("News", () => {
  it("shows articles", async () => {
    const named = { ...article, id: "2", title: "Second", sourceName: "", imageUrl: "https://art.example/1.png" };
    const page = await renderScreen("/news", board({ articles: [article, named] }));
    const main = page.part("main", "LIVE");
    // spec: news.heading
    expect(main.text).toMatch(/^News\nLIVE\n/);
    // spec: news.subtitle, const2.news.refresh
    expect(main.text).toContain("updated every 30 minutes");
    // spec: news.source, news.tool, enum2.news_tools
    expect(main.text).toContain(
      "\nAll Sources\nHacker News\nAll Tools\nReplit\nVercel\nv0\nLoveable\nOpenAI\nCursor\nClaude\nGitHub Copilot\n",
    );
    const first = main.part("article", "Claude Code");
    // spec: news.facts
    expect(first.text).toMatch(/^H\nHacker News\n3h ago\nClaude Code fires a kiln\nIt was hot\.\n.*aicoding\n/s);
    // spec: news.read
    expect(first.links).toEqual([
      { name: "Claude Code fires a kiln", href: "https://news.example/1", newTab: true },
      { name: "ai", href: "/tags/ai", newTab: false },
      { name: "coding", href: "/tags/coding", newTab: false },
      { name: "Read full article: Claude Code fires a kiln", href: "https://news.example/1", newTab: true },
      {
        name: "Discuss Claude Code fires a kiln",
        href: "/forum?about=Claude+Code+fires+a+kiln&link=https%3A%2F%2Fnews.example%2F1",
        newTab: false,
      },
    ]);
    expect(main.part("article", "Second").text).not.toContain("Read full article");
    // spec: news.source_name
    expect(main.part("article", "Second").text).toMatch(/^U\nUnknown Source/);
    // spec: news.image
    expect(first.html).not.toContain("<img");
    expect(main.part("article", "Second").html).toContain('src="/api/news/2/image"');
    // spec: enum2.news_colors
    expect(first.html).toContain('style="background:#ff6600"');
  });

  it("can be empty", async () => {
    // spec: news.empty, news.states
    expect((await renderScreen("/news", board())).text).toContain(
      "\nNo news articles available\nCheck back soon for the latest tech news!\n",
    );
    // spec: news.empty.filtered
    expect((await renderScreen("/news?tool=claude", board())).text).toContain(
      "\nNo matching articles found\nTry adjusting your filters or search terms\nClear all\n",
    );
    // spec: news.states
    expect((await renderScreen("/news", board(), { loading: true })).text).toContain("\nLoading\n");
  });

  it("loads more while there is more", async () => {
    const page = await renderScreen(
      "/news",
      board({ articles: Array.from({ length: 60 }, (_, i) => ({ ...article, id: `${i}` })) }),
    );
    // spec: news.more, const2.news.page
    expect(page.html).toMatch(/<button(?![^>]*disabled)[^>]*>(<[^>]*>)*Load More Articles/);
    expect(page.count("<article")).toBe(50);
  });

  it("says after 20 articles that more are coming", async () => {
    const many = (n: number) => Array.from({ length: n }, (_, i) => ({ ...article, id: `${i}` }));
    const more = /<button[^>]* disabled=""[^>]* title="More articles coming soon"[^>]*>(<[^>]*>)*Load More Articles/;
    // spec: news.more.end, const2.news.more
    expect((await renderScreen("/news", board({ articles: many(20) }))).html).toMatch(more);
    expect((await renderScreen("/news", board({ articles: many(19) }))).html).not.toMatch(more);
  });
});
