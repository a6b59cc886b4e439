//! The choices of a search.

use serde_json::json;

use crate::driver::{Browser, IDLE};

/// Every search of the catalogue with each of its heuristics and choices, on small scenes.
pub(crate) fn searches(browser: &Browser) {
    let small = [
        ("grid", "{ what: 'rooms', width: 18, height: 14, seed: 2 }"),
        ("puzzle", "{ what: 'puzzle', width: 3, height: 2, seed: 2 }"),
        ("graph", "{ what: 'graph', nodes: 40, seed: 2 }"),
        ("mesh", "{ what: 'rocks', width: 40, height: 30, seed: 2 }"),
    ];
    for (kind, parameters) in small {
        browser.size(1280, 800);
        browser.press(&format!("mode-{kind}"));
        // A small window is drawn faster.
        browser.size(780, 420);
        browser.run(&format!("{IDLE} await playground.generate({parameters}); {IDLE}"));
        let outcome = browser.run(
            "const change = (control, value) => {
                 control.value = value;
                 control.dispatchEvent(new Event('change', { bubbles: true }));
             };
             const [run, used] = [document.querySelector('.run'), []];
             const check = async what => {
                 await playground.idle();
                 await playground.player.to(80);
                 const { algorithm, step, status } = playground.session.runs[0] ?? {};
                 if (status === 'refused') throw new Error(`${what}: ${playground.session.runs[0].words}`);
                 if (playground.problem) throw new Error(`${what}: ${playground.problem}`);
                 const chosen = run.querySelector('.algorithm').value;
                 if (algorithm !== chosen) throw new Error(`${what} became ${algorithm}`);
                 if (!step && status === 'running') throw new Error(`${what} does not move`);
                 const hasBehind = playground.pictures[0].nodes.state.some(state => state === 3 || state === 4);
                 if (hasBehind && !document.getElementById('legend').innerText.includes('from the goal')) {
                     throw new Error(`${what}: the legend lacks the goal’s side`);
                 }
                 // The next search begins here instead of at the end, which it might not reach for a long time.
                 await playground.player.to(1);
             };
             for (const { id } of playground.world.algorithms) {
                 change(run.querySelector('.algorithm'), id);
                 if (playground.kind === 'grid') await check(id);
                 for (const control of run.querySelectorAll('.parameters [id], .heuristic:not([hidden])')) {
                     change(control, control.options?.[1]?.value ?? control.value);
                     used.push(control.id);
                 }
                 await check(`${id}, changed`);
             }
             return used;",
        );
        let used = outcome
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(|id| Some(String::from(id.as_str()?)));
        browser.used.borrow_mut().extend(used);
        browser.set("algorithm-0", &json!(if kind == "mesh" { "polyanya" } else { "astar" }));
    }
    browser.size(1280, 800);
    browser.press("mode-grid");
    browser.press("add-run");
    browser.run(IDLE);
    browser.press("add-run");
    browser.run(IDLE);
    assert_eq!(browser.number("playground.session.runs.length"), 4);
    assert_eq!(browser.now("return document.getElementById('add-run').disabled"), true);
    for index in 0..4 {
        for control in ["algorithm", "heuristic"] {
            let id = format!("{control}-{index}");
            if browser.now(&format!("return document.getElementById('{id}').checkVisibility()")) == true {
                let value = browser.now(&format!("return document.getElementById('{id}').options[0].value"));
                browser.set(&id, &value);
            }
        }
        // The first algorithm has a heuristic, a choice and a number.
        let value = browser.now(&format!(
            "return document.getElementById('heuristic-{index}').options[0].value"
        ));
        browser.set(&format!("heuristic-{index}"), &value);
        browser.set(&format!("ties-{index}"), &json!("first-in"));
        browser.set(&format!("turn-cost-{index}"), &json!(2));
        browser.press(&format!("select-{index}"));
        assert_eq!(browser.number("playground.selected"), index);
    }
    for index in [3, 2, 1, 0] {
        let before = browser.number("playground.session.runs.length");
        if before == 1 {
            browser.press("add-run");
            browser.run(IDLE);
        }
        browser.press(&format!("remove-{index}"));
        browser.run(IDLE);
    }
    assert_eq!(browser.number("playground.session.runs.length"), 1);
    browser.press("add-run");
    browser.set("algorithm-1", &json!("dijkstra"));
}
