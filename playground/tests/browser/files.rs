//! Saving, opening and sharing.

use serde_json::{Value, json};

use crate::driver::{Browser, IDLE};

/// Saves every kind of file, and opens those that can be opened.
pub(crate) fn files(browser: &Browser) {
    // Keeps the content that would be downloaded.
    browser.now(
        "window.saved = [];
         URL.createObjectURL = blob => (window.blob = blob, 'blob:nothing');
         HTMLAnchorElement.prototype.click = function () {
             saved.push(blob.text().then(text => [this.download, text]));
         };",
    );
    let formats = |kind: &str| {
        let formats = browser.now(&format!(
            "return playground.catalogue.worlds.{kind}.formats.map(({{ id }}) => id)"
        ));
        let formats = formats
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(|id| Some(String::from(id.as_str()?)));
        formats.collect::<Vec<String>>()
    };
    for kind in ["grid", "puzzle", "graph", "mesh"] {
        browser.press(&format!("mode-{kind}"));
        browser.run(&format!("{IDLE} await playground.player.to(25);"));
        let mut files: Vec<String> = ["scene", "png", "svg", "apng", "webm", "posthoc"]
            .map(String::from)
            .into();
        files.extend(formats(kind));
        for file in files {
            browser.press("save");
            browser.press(&format!("save-{file}"));
            let result = browser.run(
                "for (let i = 0; i < 3000 && !saved.length; i++) await new Promise(resolve => setTimeout(resolve, 20));
                 if (!saved.length) return [document.getElementById('toast').textContent, ''];
                 return await saved.pop();",
            );
            let [name, content] = [0, 1].map(|at| result[at].as_str().unwrap_or_default());
            assert!(content.len() > 20, "{file} of a {kind}: {name} has {content:?}");
            if ["png", "svg", "apng", "webm", "posthoc"].contains(&file.as_str()) {
                continue;
            }
            let opened = browser.run(&format!(
                "const before = JSON.stringify(playground.snapshot().world);
                 await playground.files.openFiles([new File([{content}], {name})]);
                 {IDLE}
                 const after = JSON.stringify(playground.snapshot().world);
                 return before === after ? 'the same' : before + ' became ' + after;",
                content = json!(content),
                name = json!(name)
            ));
            // Coordinates and map files are incomplete, but their content is the same again.
            if ["scene", "board", "walls"].contains(&file.as_str()) {
                assert_eq!(opened, "the same", "{file} of a {kind}");
            }
            assert_eq!(
                browser.run(&format!("{IDLE} return playground.problem;")),
                Value::Null,
                "{file} of a {kind}"
            );
        }
        browser.press("save");
        browser.press("save-cancel");
    }
    // The button would open a dialog of the system, so here it presses a file input that does nothing.
    browser.now("document.getElementById('file').click = () => window.asked = true;");
    browser.press("open");
    assert_eq!(browser.now("return window.asked"), true);
}

/// Shows scenarios of a file: one of them, the next one, and all.
pub(crate) fn scenarios(browser: &Browser) {
    browser.press("mode-grid");
    browser.run(IDLE);
    let map = "type octile\nheight 2\nwidth 3\nmap\n...\n...\n";
    let scenarios = "version 1\n0\tm\t3\t2\t0\t0\t2\t0\t2\n0\tm\t3\t2\t0\t1\t2\t1\t2\n";
    browser.run(&format!(
        "const file = (name, text) => new File([text], name);
         await playground.files.openFiles([file('m.map', {}), file('m.map.scen', {})]);",
        json!(map),
        json!(scenarios)
    ));
    browser.press("scenario-previous");
    browser.press("scenario-next");
    browser.set("scenario-number", &json!(1));
    assert_eq!(
        browser.run(&format!("{IDLE} return playground.scene.world.start")),
        json!([0, 0])
    );
    browser.press("batch");
    browser.press("batch-run");
    browser.read("#batch-words", "2 of 2 scenarios are done");
    browser.press("batch-save");
    browser.press("batch-close");
    browser.press("new");
    browser.set("new-width", &json!(40));
    browser.set("new-height", &json!(30));
    browser.set("new-seed", &json!(3));
    browser.press("new-rooms");
    browser.run(IDLE);
}

/// Checks that a link holds the scene, and that opening it shows the same.
pub(crate) fn link(browser: &Browser) {
    browser.press("mode-grid");
    browser.run(&format!("{IDLE} await playground.player.to(30);"));
    let (pixels, scene) = (
        browser.pixels(),
        browser.now("return JSON.stringify(playground.snapshot())"),
    );
    browser.press("save");
    browser.choose("save-scale", "as on the page");
    browser.press("save-cancel");
    browser.press("share");
    browser.run("while (!location.hash) await new Promise(requestAnimationFrame);");
    let hash = browser.now("return location.hash");
    browser.go(hash.as_str().expect("a hash"));
    assert_eq!(browser.now("return JSON.stringify(playground.snapshot())"), scene);
    assert_eq!(browser.pixels(), pixels);
    browser.go("#s=AAAA");
    assert!(browser.toast().contains("link"), "{}", browser.toast());
}
