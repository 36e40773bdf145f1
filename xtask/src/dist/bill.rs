//! The bill of materials, for programs that look for known faults in what others are made of: `CycloneDX`, as
//! JSON.

use serde_json::{Value, json};

use super::packages::{Package, Packages};

/// The bill of the program. It has no date and no number of its own, so equal programs have equal bills.
pub(super) fn of(packages: &Packages) -> Result<String, String> {
    let components: Vec<Value> = packages
        .all
        .iter()
        .filter(|(id, _)| **id != packages.program)
        .map(|(_, package)| component(package, "library"))
        .collect();
    let dependencies = packages.all.values().map(|package| {
        let needs: Vec<String> =
            package.needs.iter().filter_map(|id| Some(name(packages.all.get(id)?))).collect();
        json!({ "ref": name(package), "dependsOn": needs })
    });
    let bill = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": { "component": component(&packages.all[&packages.program], "application") },
        "components": components,
        "dependencies": dependencies.collect::<Vec<Value>>(),
    });
    serde_json::to_string_pretty(&bill).map(|bill| bill + "\n").map_err(|why| why.to_string())
}

/// The name of a package that every program of the kind knows it by.
fn name(package: &Package) -> String {
    format!("pkg:cargo/{}@{}", package.name, package.version)
}

fn component(package: &Package, kind: &str) -> Value {
    let mut component = json!({
        "type": kind,
        "bom-ref": name(package),
        "name": package.name,
        "version": package.version,
        "purl": name(package),
    });
    if let Some(licence) = &package.licence {
        component["licenses"] = json!([{ "expression": licence }]);
    }
    if let Some(sum) = &package.checksum {
        component["hashes"] = json!([{ "alg": "SHA-256", "content": sum }]);
    }
    if let Some(repository) = &package.repository {
        component["externalReferences"] = json!([{ "type": "vcs", "url": repository }]);
    }
    component
}
